/** Makes one workbook of all tables, with a sheet for each. The library has no way to write several sheets as they come. */
import { columnsOf, type TableCell, type TableName, tableNames } from '../../../../src-shared/domain/analyst-tables.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';
import { recordOf } from '../../../../src-shared/lib/record-of.ts';
import { sheetCell } from '../../../../src-shared/lib/sheet-cells.ts';
import { sheetsBytes } from '../../../../src-shared/lib/workbook.ts';

/** Day 0 of a spreadsheet is 1899-12-30. */
const UNIX_EPOCH_DAY = 25_569;
/** LibreOffice 7.4 shows half of the seconds of 1970, as the nearest number of days, one millisecond early; none since 2000. */
const HUNDREDTH_MS = 0.01;
const FORMATS = { time: 'yyyy-mm-dd hh:mm:ss.000', integer: '0', boolean: '0' } as const;
const WIDTHS = { time: 24, integer: 10, boolean: 10, text: 24, json: 24 } as const;

export class WorkbookTables {
  readonly #rows: Readonly<Record<TableName, (string | number | null)[][]>> = recordOf(tableNames, () => []);
  count = 0;
  characters = 0;
  cutCells = 0;

  add(table: TableName, rows: readonly (readonly TableCell[])[]): void {
    const types = columnsOf(table).map(({ type }) => type);
    for (const row of rows) {
      this.count += 1;
      this.#rows[table].push(
        row.map((cell, index) => {
          if (typeof cell === 'string') {
            this.characters += cell.length;
            const fitted = sheetCell(cell);
            if (fitted !== cell) this.cutCells += 1;
            return fitted;
          }
          if (typeof cell === 'boolean') return Number(cell);
          return types[index] === 'time' && cell !== null ? (cell + HUNDREDTH_MS) / DAY_MS + UNIX_EPOCH_DAY : cell;
        }),
      );
    }
  }

  /** @param at UTC epoch ms, the time that the file names as its own */
  bytes(at: number): Promise<Uint8Array> {
    return sheetsBytes(
      tableNames.map((name) => ({
        name,
        columns: columnsOf(name).map(({ name: title, type }) => ({
          title,
          width: WIDTHS[type],
          ...(type !== 'text' && type !== 'json' && { format: FORMATS[type] }),
        })),
        rows: this.#rows[name],
      })),
      at,
    );
  }
}
