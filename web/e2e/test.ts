// What every browser test begins with: the program, and people who come to it.
import { type BrowserContextOptions, expect, test as base } from '@playwright/test';
import { Person } from './person';
import { Program } from './program';

/** Brings a person with a browser of their own, who has nothing but the program's address. */
export type Invite = (options?: BrowserContextOptions) => Promise<Person>;

interface Fixtures {
  invite: Invite;
  /** A program of this test alone, which it may kill. */
  mortal: Program;
}

interface WorkerFixtures {
  program: Program;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  program: [
    async ({}, use) => {
      const program = await Program.start();
      await use(program);
      await program.remove();
    },
    { scope: 'worker' },
  ],

  mortal: async ({}, use) => {
    const program = await Program.start();
    await use(program);
    await program.remove();
  },

  baseURL: async ({ program }, use) => use(program.url),

  invite: async ({ browser, contextOptions }, use) => {
    const people: Person[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      const person = new Person(await context.newPage());
      people.push(person);
      return person;
    });
    for (const person of people) {
      // What the browser complains of is a defect, whatever the test was about.
      expect(person.complaints).toEqual([]);
      await person.page.context().close();
    }
  },
});

export { expect };
