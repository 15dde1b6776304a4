import { expect, test } from 'vitest';
import { languages, wordsFor } from './choose';

/** As many as the engine has: `Level::ALL` in crates/engine/src/level.rs. */
const N_LEVELS = 24;

test.each(languages())('every level has a name of its own in %s', async (language) => {
  const { words } = await wordsFor(language);
  expect(words.levels.names).toHaveLength(N_LEVELS);
  expect(new Set(words.levels.names).size).toBe(N_LEVELS);
});
