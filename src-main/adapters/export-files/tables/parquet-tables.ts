/** Writes each table as one Parquet file, in row groups of limited size. */
import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  columnsOf,
  type ColumnType,
  type TableCell,
  type TableName,
  tableNames,
  TABLES_VERSION,
} from '../../../../src-shared/domain/analyst-tables.ts';
import { recordOf } from '../../../../src-shared/lib/record-of.ts';

/**
 * Bytes of a row group before compression, about. A group is in memory, a few times; a description of each group stays
 * there until the end.
 */
const GROUP_BYTES = 16 * 1_048_576;
const CELL_BYTES = 24;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type Write = (bytes: Uint8Array) => Promise<void>;

const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};

export class ParquetTables {
  readonly #tables: Readonly<Record<TableName, ParquetTable>>;

  constructor(writes: Readonly<Record<TableName, Write>>) {
    this.#tables = recordOf(tableNames, (name) => new ParquetTable(name, writes[name]));
  }

  async add(table: TableName, rows: readonly (readonly TableCell[])[]): Promise<void> {
    await this.#tables[table].add(rows);
  }

  async end(): Promise<void> {
    for (const name of tableNames) await this.#tables[name].end();
  }
}

class ParquetTable {
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #made: WaitingBytes;
  readonly #writer: ParquetWriter;
  #cells: (string | bigint | boolean | null)[][];
  #rows = 0;
  #bytes = 0;

  constructor(name: TableName, write: Write) {
    this.#columns = columnsOf(name);
    this.#cells = this.#columns.map(() => []);
    this.#made = new WaitingBytes(write);
    this.#writer = new ParquetWriter({
      writer: this.#made,
      schema: [
        { name: 'root', num_children: this.#columns.length },
        ...this.#columns.map(({ name: of, type }) => ({
          ...ELEMENTS[type],
          name: of,
          repetition_type: 'OPTIONAL' as const,
        })),
      ],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      kvMetadata: [{ key: 'watchfloor.schema', value: String(TABLES_VERSION) }],
      createdBy: 'watchfloor',
    });
  }

  async add(rows: readonly (readonly TableCell[])[]): Promise<void> {
    for (const row of rows) {
      for (const [index, cell = null] of row.entries()) {
        this.#cells[index]?.push(typeof cell === 'number' ? BigInt(cell) : cell);
        this.#bytes += CELL_BYTES + (typeof cell === 'string' ? cell.length : 0);
      }
      this.#rows += 1;
      if (this.#bytes >= GROUP_BYTES) await this.#writeGroup();
    }
  }

  async end(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#made.flush();
  }

  async #writeGroup(): Promise<void> {
    if (this.#rows === 0) return;
    const columnData = this.#columns.map(({ name }, index) => ({
      name,
      data: this.#cells[index] ?? [],
      // No two texts are equal, so a dictionary of them costs only time.
      ...(name === 'raw' && { encoding: 'PLAIN' as const, statistics: false }),
    }));
    const rowGroupSize = this.#rows;
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
    this.#bytes = 0;
    await this.#writer.write({ columnData, rowGroupSize });
  }
}

/** Bytes of the row group that is being made. */
class WaitingBytes extends ByteWriter {
  readonly #write: Write;

  constructor(write: Write) {
    super();
    this.#write = write;
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes().slice();
    this.index = 0;
    await this.#write(bytes);
  }
}
