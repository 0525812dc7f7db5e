import { useCommands } from '../../../commands/use-commands.ts';

interface FieldCommands {
  readonly hasTerms: boolean;
  readonly write: () => void;
  readonly clear: () => void;
}

export function useFieldCommands({ hasTerms, write, clear }: FieldCommands): void {
  useCommands([
    {
      id: 'filter.write',
      title: 'Write a filter',
      group: 'Filter',
      keys: ['/', 'F'],
      run: write,
    },
    {
      id: 'filter.clear',
      title: 'Clear all filters',
      group: 'Filter',
      unavailable: hasTerms ? null : 'No filter is set.',
      run: clear,
    },
  ]);
}
