/** Escapes what Latin-1 lacks, because V8 keeps a source text with one such character with two bytes for each of its own. */
import type { Plugin } from 'vite';

export function oneByteTexts(): Plugin {
  return {
    name: 'watchfloor:one-byte-texts',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code);
    },
  };
}

/** @throws if a character follows a backslash or is in a raw text, where an escape would mean something else */
export function escaped(code: string): string {
  const wrong = /\\[^\0-\xff]|\braw`[^`]*[^\0-\xff]/.exec(code);
  if (wrong !== null) throw new Error(`Cannot be escaped: ${wrong[0].slice(0, 80)}`);
  return code.replaceAll(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
