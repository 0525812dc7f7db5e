/** Icons without the keys of their lines: random letters, which do not compress. React counts lines that have none. */
import type { Plugin } from 'vite';

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

export const plainIcons: Plugin = {
  name: 'plain-icons',
  transform: (code, module) => (ICON.test(module) ? { code: code.replaceAll(/, key: "\w+"/g, ''), map: null } : null),
};
