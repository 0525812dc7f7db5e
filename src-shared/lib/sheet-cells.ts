/** Fits rows into a sheet of a spreadsheet: cuts texts that no cell can hold, and counts what did not fit. */

/** Rows of a sheet of Excel and LibreOffice, with the header. */
const MAX_SHEET_ROWS = 1_048_576;
/** Excel holds 32,767 UTF-16 code units in a cell. The form of a CSV cell adds up to three: `="0123"`. */
const MAX_CELL_LENGTH = 32_767 - 3;
const MARK_LENGTH = 64;

export interface SheetFit {
  readonly cutCells: number;
  readonly sheets: number;
  readonly hiddenRows: number;
}

/** Puts the mark first, so that no reader takes the beginning for the complete value. */
export function sheetCell(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  // Does not split a surrogate pair.
  const kept = text.slice(0, MAX_CELL_LENGTH - MARK_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
  return `[cut: the first ${kept.length} of ${text.length} characters] ${kept}`;
}

export class SheetCells {
  #cutCells = 0;
  #rows = 0;

  fit(cells: readonly string[]): string[] {
    this.#rows += 1;
    return cells.map((cell) => {
      const fitted = sheetCell(cell);
      if (fitted !== cell) this.#cutCells += 1;
      return fitted;
    });
  }

  result(hasFurtherSheets: boolean): SheetFit {
    const perSheet = MAX_SHEET_ROWS - 1;
    const sheets = hasFurtherSheets ? Math.max(1, Math.ceil(this.#rows / perSheet)) : 1;
    return { cutCells: this.#cutCells, sheets, hiddenRows: Math.max(0, this.#rows - sheets * perSheet) };
  }
}
