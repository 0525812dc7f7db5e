/** Keeps every other character. Positions from before an edit are invalid in the returned text: parse it again. */
import type { JsonMember, JsonNode } from './json-nodes.ts';

type JsonObject = JsonNode & { readonly kind: 'object' };
type JsonList = JsonNode & { readonly kind: 'list' };

/** Sets the member `name`, or appends it if the object has none. `value`: JSON text. */
export function withMember(text: string, object: JsonObject, name: string, value: string): string {
  const member = object.members.find((each) => each.name === name);
  if (member !== undefined) return replaceRange(text, member.value.at, member.value.end, value);
  const written = `${JSON.stringify(name)}:${blanksAfterColon(text, object.members)}${value}`;
  const last = object.members.at(-1);
  if (last === undefined) return replaceRange(text, object.at + 1, object.end - 1, `\n  ${written}\n`);
  return replaceRange(text, last.value.end, last.value.end, `,${blanksBefore(text, object)}${written}`);
}

export function withoutMember(text: string, object: JsonObject, name: string): string {
  const index = object.members.findIndex((each) => each.name === name);
  const member = object.members[index];
  if (member === undefined) return text;
  const [before, after] = [object.members[index - 1], object.members[index + 1]];
  if (before !== undefined) return replaceRange(text, before.end, member.end, '');
  if (after !== undefined) return replaceRange(text, member.at, after.at, '');
  return replaceRange(text, object.at + 1, object.end - 1, '');
}

/** Returns only the list's text, with these elements (JSON texts) in its old layout. */
export function listWith(text: string, list: JsonList, elements: readonly string[]): string {
  const [first, second] = list.elements;
  const last = list.elements.at(-1);
  if (first === undefined || last === undefined) return `[${elements.join(', ')}]`;
  if (elements.length === 0) return '[]';
  const lead = text.slice(list.at + 1, first.at);
  const between = second === undefined ? `,${lead === '' ? ' ' : lead}` : text.slice(first.end, second.at);
  return `[${lead}${elements.join(between)}${text.slice(last.end, list.end - 1)}]`;
}

function blanksBefore(text: string, { at, members }: JsonObject): string {
  const last = members.at(-1)?.at ?? at + 1;
  const before = members.at(-2)?.end;
  return before === undefined ? text.slice(at + 1, last) : text.slice(text.indexOf(',', before) + 1, last);
}

function blanksAfterColon(text: string, members: readonly JsonMember[]): string {
  const [first] = members;
  if (first === undefined) return ' ';
  const separator = text.slice(first.at, first.value.at);
  return separator.slice(separator.lastIndexOf(':') + 1);
}

function replaceRange(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to);
}
