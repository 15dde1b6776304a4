// Words of a part of the pages, loaded only where that part is read.

import type { Language } from './choose';

/** The catalogues of a part, as `import.meta.glob('./words/??.ts')` finds them. */
export type Catalogues<Part> = Record<string, () => Promise<{ default: Part }>>;

/** Loads the words of a part in a language, or in English where there are none yet. */
export function loader<Part>(catalogues: Catalogues<Part>): (language: Language) => Promise<Part> {
  return async (language) => {
    const load = catalogues[`./words/${language}.ts`] ?? catalogues['./words/en.ts'];
    if (!load) throw new Error('these words are in no language');
    return (await load()).default;
  };
}
