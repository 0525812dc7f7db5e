/** Reads the output of `reg query KEY`: a line of four spaces, name, type and value, each after four more, for each value. */
const LINE = /^ {4}(\S+) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/;

/** @throws Error for a value of another type, and for letters that the console's code page does not have */
export function registryValues(output: string): Readonly<Record<string, unknown>> {
  if (output.includes('\uFFFD'))
    throw new Error('letters outside ASCII: write them as \\u and four hexadecimal digits');
  const values = output.split(/\r?\n/).flatMap((line): [string, unknown][] => {
    const [, name, type, value = ''] = LINE.exec(line) ?? [];
    if (name === undefined || name === '(Default)') return [];
    return [[name, valueOf(type, value)]];
  });
  return Object.fromEntries(values);
}

function valueOf(type: string | undefined, value: string): unknown {
  if (type === 'REG_SZ') return value;
  if (type === 'REG_DWORD') return Number(value);
  // `reg` prints the end of each text as these two characters. JSON has no such escape.
  if (type === 'REG_MULTI_SZ') return value.split(String.raw`\0`).filter((one) => one !== '');
  throw new Error(`a value of the type ${String(type)}`);
}
