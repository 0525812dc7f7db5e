import type { SheetFit } from '../../lib/sheet-cells.ts';
import { counted, rowsText } from '../store-words.ts';

export function sheetFitWords(fit: SheetFit | null): readonly string[] {
  if (fit === null) return [];
  const { cutCells, sheets, hiddenRows } = fit;
  return [
    ...(cutCells > 0
      ? [
          `${counted(cutCells, 'cell')} ${cutCells === 1 ? 'was' : 'were'} cut, because a spreadsheet holds 32,767 characters in a cell. JSON Lines and plain CSV have everything.`,
        ]
      : []),
    ...(sheets > 1 ? [`The rows are on ${sheets} sheets, because a spreadsheet holds 1,048,576 rows on one.`] : []),
    ...(hiddenRows > 0
      ? [
          `A spreadsheet does not show the last ${rowsText(hiddenRows)}, because it holds 1,048,576. An .xlsx puts them on further sheets.`,
        ]
      : []),
  ];
}
