import { useState } from 'react';
import { type ChosenColumns, saveChosenColumns, readChosenColumns } from './chosen-columns.ts';

const shelf = () => localStorage;

export function useChosenColumns(): readonly [ChosenColumns, (chosen: ChosenColumns) => void] {
  const [chosen, setChosen] = useState(() => readChosenColumns(shelf));
  return [
    chosen,
    (next) => {
      setChosen(next);
      saveChosenColumns(shelf, next);
    },
  ];
}
