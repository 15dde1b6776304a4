import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';
import { defineConfig } from 'vitest/config';
import { writeShared } from './vocabulary.js';

/** Where `ponnuki serve` listens; `npm run dev` passes everything but the pages on to it. */
const SERVER = 'http://127.0.0.1:8361';

/** What the first script asks for as soon as it runs. The document asks for it at the same time as for the script. */
const FIRST = '/src/start.ts';

function early(): Plugin {
  return {
    name: 'early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => (bundle ? tagsFor(bundle) : []),
    },
  };
}

function tagsFor(bundle: Rollup.OutputBundle): HtmlTagDescriptor[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const first = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(FIRST)));
  if (!first) throw new Error(`${FIRST} is nowhere in the bundle`);
  const isNew = (name: string): boolean => name !== entry?.fileName && !entry?.imports.includes(name);
  // The words of most people; for others a few kilobytes that came in vain.
  const english = chunks.find((chunk) => chunk.name === 'words-en');
  const wanted = [first.fileName, ...first.imports, ...(english ? [english.fileName] : [])];
  const names = [...new Set(wanted)].filter(isNew);
  const styles = names.flatMap((name) => {
    const part = bundle[name];
    return part?.type === 'chunk' ? [...(part.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...styles.map((name) => tag({ rel: 'stylesheet', href: `/${name}` })), ...names.map((name) => tag({ rel: 'modulepreload', href: `/${name}` }))];
}

function tag(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}

/** What the first script is made of. */
const BEGINNING = /preload-helper|\/src\/(main|memory|words\/(choose|plural))\.ts$/;

/** What every page needs: together, for a request costs more than a few bytes. */
const SHARED =
  /\/node_modules\/|\/src\/(api|router|settings|toasts|wire)\.|\/src\/words\/(words|refused|rulebooks|shared)|\/src\/parts\/(Icon|Stone|Choice|Logo)\.|\/src\/look\/|\/src\/(room\/names|page\/choice)\./;

function chunkOf(id: string): string | undefined {
  const [, language] = /\/src\/(?:room\/)?words\/(?:shared\.gen\/)?(..)\.ts$/.exec(id) ?? [];
  if (language) return `words-${language}`;
  if (BEGINNING.test(id)) return 'beginning';
  return SHARED.test(id) ? 'shared' : undefined;
}

writeShared();

export default defineConfig({
  plugins: [svelte(), early()],
  build: {
    target: 'es2022',
    // The content security policy allows nothing inline, not even a small picture in a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  server: {
    proxy: { '^/(api|game/|board\\.)': { target: SERVER, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
  },
});
