/** What `npm run build` bundles: the backend with its workers (main), the page's door (preload), one page (renderer). */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'electron-vite';
import { noticesPlugin } from './build/notices/plugin.ts';

const notices = noticesPlugin(fileURLToPath(new URL('.', import.meta.url)));

const main: NonNullable<UserConfig['main']> = {
  plugins: [notices('backend')],
  build: {
    outDir: 'out/main',
    // Each thread loads it: of the package 95 files with the words of fifty languages, of the bundle what is used.
    externalizeDeps: { exclude: ['zod'] },
    rolldownOptions: {
      input: {
        index: 'src-main/hosts/electron/main.ts',
        cli: 'src-main/hosts/cli/main.ts',
        // Found by these names: `src-main/hosts/worker-address.ts`.
        'case-worker': 'src-main/hosts/cases/worker.ts',
        'case-projection-worker': 'src-main/adapters/case-projection/worker.ts',
        'event-store-worker': 'src-main/adapters/event-store/worker.ts',
        'inventory-store-worker': 'src-main/adapters/inventory-store/worker.ts',
        'keychain-worker': 'src-main/adapters/keychain/worker.ts',
      },
      // Beside the entries: addresses in them are relative to `out/main`.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const preload: NonNullable<UserConfig['preload']> = {
  plugins: [notices('backend')],
  build: {
    outDir: 'out/preload',
    // A sandboxed preload can load CommonJS only, and no package: everything is bundled.
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
  // The host puts a fresh nonce in its place each time it sends the page.
  html: { cspNonce: '__CSP_NONCE__' },
  // After the sheet instead of by a checksum, which does not compress; no two sheets have one name.
  css: { modules: { generateScopedName: (name, sheet) => `${basename(sheet).split('.', 1)[0]}_${name}` } },
  build: {
    outDir: 'out/renderer',
    rolldownOptions: { input: 'src-renderer/index.html' },
    // electron-vite leaves a page unminified unless told.
    minify: true,
    // The content security policy allows fonts from files only, never from `data:`.
    assetsInlineLimit: 0,
    // Every browser that runs the page knows module preloading; the polyfill would be dead weight.
    modulePreload: { polyfill: false },
  },
};

export default defineConfig({ main, preload, renderer });
