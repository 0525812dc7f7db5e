/** Reads and writes the text after `#`. Changes keep unknown parameters unchanged and in place. Never throws. */
import type { Address, AddressCodec, AddressParameter, InvalidParameter } from './address-codec.ts';

interface RawParameter {
  readonly written: string;
  readonly name: string;
  /** `null` if the percent-encoding is invalid. */
  readonly text: string | null;
}

export interface AddressText {
  readonly screen: string;
  readonly parameters: readonly RawParameter[];
}

export function parseAddressText(hash: string): AddressText {
  const text = hash.replace(/^#?\/?/, '');
  const end = text.indexOf('?');
  const screen = end === -1 ? text : text.slice(0, end);
  const written = end === -1 ? [] : text.slice(end + 1).split('&');
  return { screen, parameters: written.filter((part) => part !== '').map(parseRawParameter) };
}

export function printAddressText({ screen, parameters }: AddressText): string {
  const query = parameters.map((part) => part.written).join('&');
  return `#/${screen}${query === '' ? '' : `?${query}`}`;
}

/** @param before the previous result for the same codec; unchanged parameters reuse its value objects */
export function parseAddress<Value extends object>(
  codec: AddressCodec<Value>,
  { parameters: rawParameters }: AddressText,
  before: ParsedAddress<Value> | null = null,
): ParsedAddress<Value> {
  const parameters = parametersOf(codec);
  const own = rawParameters.filter(({ name }) => parameters.some(([, parameter]) => parameter.name === name));
  const written = own.map((part) => part.written).join('&');
  if (before?.written === written) return before;

  const invalidParameters: InvalidParameter[] = [];
  const value = parameters.map(([part, parameter]): [string, unknown] => {
    const [first, ...others] = own.filter(({ name }) => name === parameter.name);
    const twice = 'It is there more than once; the first one is used.';
    // Reported once, because an address may repeat a name any number of times.
    const [second] = others;
    if (second !== undefined) invalidParameters.push({ name: second.name, text: textOf(second), problem: twice });
    if (first === undefined) return [part, parameter.defaultValue];
    const last = before?.written.split('&').find((each) => parseRawParameter(each).name === parameter.name);
    if (
      before !== null &&
      last === first.written &&
      !before.invalidParameters.some(({ name }) => name === parameter.name)
    )
      return [part, Object.entries(before.value).find(([name]) => name === part)?.[1]];
    const read = readParameter(parameter, first);
    if (read.kind === 'value') return [part, read.value];
    invalidParameters.unshift({ name: first.name, text: textOf(first), problem: read.problem });
    return [part, parameter.defaultValue];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was made of the codec's own parts, one by one
  return { value: Object.fromEntries(value) as Value, invalidParameters, written };
}

export interface ParsedAddress<Value extends object> extends Address<Value> {
  readonly written: string;
}

export function changeAddress<Value extends object>(
  codec: AddressCodec<Value>,
  text: AddressText,
  part: Partial<Value>,
): AddressText {
  let rawParameters = text.parameters;
  for (const [name, parameter] of parametersOf(codec)) {
    if (!Object.hasOwn(part, name)) continue;
    const value = Object.entries(part).find(([changed]) => changed === name)?.[1];
    const printed = parameter.print(value);
    const added =
      printed === parameter.print(parameter.defaultValue) ? [] : [createRawParameter(parameter.name, printed)];
    const at = rawParameters.findIndex((candidate) => candidate.name === parameter.name);
    const others = rawParameters.filter((candidate) => candidate.name !== parameter.name);
    rawParameters = at === -1 ? [...others, ...added] : others.toSpliced(at, 0, ...added);
  }
  return { screen: text.screen, parameters: rawParameters };
}

/** Removes the invalid parameters with this name. The first one stays if it is valid. */
export function removeInvalidParameter<Value extends object>(
  codec: AddressCodec<Value>,
  text: AddressText,
  name: string,
): AddressText {
  const parameter = parametersOf(codec).find(([, candidate]) => candidate.name === name)?.[1];
  const first = text.parameters.find((part) => part.name === name);
  if (parameter === undefined || first === undefined) return text;
  const isValid = readParameter(parameter, first).kind === 'value';
  return {
    screen: text.screen,
    parameters: text.parameters.filter((part) => part.name !== name || (isValid && part === first)),
  };
}

function parametersOf<Value extends object>(codec: AddressCodec<Value>): [string, AddressParameter<unknown>][] {
  return Object.entries(codec);
}

function readParameter<T>(
  parameter: AddressParameter<T>,
  { text }: RawParameter,
): { readonly kind: 'value'; readonly value: T } | { readonly kind: 'wrong'; readonly problem: string } {
  if (text === null) return { kind: 'wrong', problem: 'Its percent encoding is invalid.' };
  try {
    return { kind: 'value', value: parameter.parse(text) };
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
}

function parseRawParameter(written: string): RawParameter {
  const end = written.indexOf('=');
  const name = end === -1 ? written : written.slice(0, end);
  return { written, name: decoded(name) ?? name, text: decoded(end === -1 ? '' : written.slice(end + 1)) };
}

function createRawParameter(name: string, text: string): RawParameter {
  return { written: `${encoded(name)}=${encoded(text)}`, name, text };
}

function textOf({ text, written }: RawParameter): string {
  return text ?? written.slice(written.indexOf('=') + 1);
}

/** Keeps colons, commas and slashes readable. Replaces a lone surrogate with U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|2C|2F)/g, (code) => decodeURIComponent(code));
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
