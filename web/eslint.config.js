import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'src/wire.gen.ts', 'test-results/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // What has to be named though nobody needs it is called `_`.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Fixtures say by such a pattern that they need no others.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // French has narrow spaces before some signs.
      'no-irregular-whitespace': ['error', { skipStrings: true, skipTemplates: true }],
      // Maps and sets are made anew where they are shown; the others are nobody's to watch.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
