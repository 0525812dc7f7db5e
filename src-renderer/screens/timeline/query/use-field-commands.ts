import type { RefObject } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';

interface FieldCommands {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly hasTerms: boolean;
  readonly open: () => void;
  readonly clear: () => void;
}

export function useFieldCommands({ input, hasTerms, open, clear }: FieldCommands): void {
  useCommands([
    {
      id: 'filter.write',
      title: 'Write a filter',
      group: 'Filter',
      keys: ['/', 'F'],
      run() {
        input.current?.focus();
        open();
      },
    },
    {
      id: 'filter.clear',
      title: 'Clear all filters',
      group: 'Filter',
      keys: [],
      unavailable: hasTerms ? null : 'No filter is set.',
      run: clear,
    },
  ]);
}
