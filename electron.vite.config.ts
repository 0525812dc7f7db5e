/**
 * Configures the bundles of `npm run build`: the backend with its workers (main), the preload script (preload) and the
 * page (renderer).
 */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'electron-vite';
import { noticesPlugin } from './build/notices/plugin.ts';
import { oneByteTexts } from './build/one-byte-texts.ts';

const notices = noticesPlugin(fileURLToPath(new URL('.', import.meta.url)));

const main: NonNullable<UserConfig['main']> = {
  plugins: [notices('backend'), oneByteTexts()],
  build: {
    outDir: 'out/main',
    // Bundles all but the dependencies of the package. Also bundles zod, because each thread loads it: the package would
    // load 95 files with texts in fifty languages, the bundle only what is used.
    externalizeDeps: { exclude: ['zod'] },
    rolldownOptions: {
      input: {
        index: 'src-main/hosts/electron/main.ts',
        cli: 'src-main/hosts/cli/main.ts',
        // `watchfloor/simulator` of the package.
        simulator: 'src-simulator/simulator.ts',
        // `src-main/hosts/worker-address.ts` finds the workers by these names.
        'database-worker': 'src-main/hosts/database-worker/main.ts',
        'keychain-worker': 'src-main/adapters/keychain/worker.ts',
      },
      // Next to the entries, because addresses in the chunks are relative to `out/main`.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const preload: NonNullable<UserConfig['preload']> = {
  plugins: [notices('backend')],
  build: {
    outDir: 'out/preload',
    // A sandboxed preload script can only load CommonJS and no packages, so everything is bundled.
    externalizeDeps: false,
    rolldownOptions: {
      input: { index: 'src-preload/index.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
};

const renderer: NonNullable<UserConfig['renderer']> = {
  root: 'src-renderer',
  plugins: [react(), notices('page')],
  // The host replaces it with a new nonce each time it sends the page.
  html: { cspNonce: '__CSP_NONCE__' },
  // Named after the stylesheet instead of a hash, which compresses badly. Stylesheet names are unique.
  css: { modules: { generateScopedName: (name, sheet) => `${basename(sheet).split('.', 1)[0]}_${name}` } },
  build: {
    outDir: 'out/renderer',
    rolldownOptions: { input: 'src-renderer/index.html' },
    // By default electron-vite does not minify a page.
    minify: true,
    // The content security policy allows fonts from files only, never from `data:`.
    assetsInlineLimit: 0,
    // One stylesheet for both chunks: Vite never requests a chunk's own stylesheet again after a failure.
    cssCodeSplit: false,
    // Every browser that runs the page supports module preloading, so the polyfill is useless.
    modulePreload: { polyfill: false },
  },
};

export default defineConfig({ main, preload, renderer });
