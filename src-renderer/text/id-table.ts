/** Recognizes a table with an id column: its first line has several names, one of which is an id field. */

/** Preferred first, without the service's prefix. */
const ID_NAMES = ['iotsubscriptionid', 'subscriptionid', 'iccid', 'eid', 'imsi', 'msisdn', 'id'];

interface IdTable {
  readonly columns: readonly string[];
  readonly at: number;
  cellOf(line: string): string;
}

export function tableOf(head: string, column: number | null): IdTable | null {
  const [sign] = [',', ';', '\t', '|'].toSorted((a, b) => head.split(b).length - head.split(a).length);
  if (sign === undefined || !head.includes(sign)) return null;
  const columns = cellsOf(head, sign).map((name) => name.trim());
  const names = columns.map((name) =>
    name
      .toLowerCase()
      .replace(/^iotsubscription\./, '')
      .replaceAll(/[\s_-]/g, ''),
  );
  const idColumn = ID_NAMES.map((name) => names.indexOf(name)).find((at) => at !== -1);
  if (idColumn === undefined) return null;
  const at = column !== null && column < columns.length ? column : idColumn;
  return { columns, at, cellOf: (line) => cellsOf(line, sign)[at] ?? '' };
}

/** Splits one line by RFC 4180: quoted cells may contain the separator and doubled quotes. */
function cellsOf(line: string, sign: string): string[] {
  if (!line.includes('"')) return line.split(sign);
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === sign && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
