/**
 * Changes one part of a JSON text and leaves every other character as it is. What is put in is laid out as its
 * neighbours are. Each answers a text of which earlier places are of no use any more: read it anew.
 */
import type { JsonMember, JsonNode } from './json-nodes.ts';

type JsonObject = JsonNode & { readonly kind: 'object' };
type JsonList = JsonNode & { readonly kind: 'list' };

/** With another value of this name; behind the others where there is none. `value`: JSON text. */
export function withMember(text: string, object: JsonObject, name: string, value: string): string {
  const member = object.members.find((each) => each.name === name);
  if (member !== undefined) return replaceRange(text, member.value.at, member.value.end, value);
  const written = `${JSON.stringify(name)}:${blanksAfterColon(text, object.members)}${value}`;
  const last = object.members.at(-1);
  // Nobody has laid it out yet.
  if (last === undefined) return replaceRange(text, object.at + 1, object.end - 1, `\n  ${written}\n`);
  return replaceRange(text, last.value.end, last.value.end, `,${blanksBefore(text, object)}${written}`);
}

/** With its comma, where there is one. */
export function withoutMember(text: string, object: JsonObject, name: string): string {
  const index = object.members.findIndex((each) => each.name === name);
  const member = object.members[index];
  if (member === undefined) return text;
  const [before, after] = [object.members[index - 1], object.members[index + 1]];
  if (before !== undefined) return replaceRange(text, before.end, member.end, '');
  if (after !== undefined) return replaceRange(text, member.at, after.at, '');
  return replaceRange(text, object.at + 1, object.end - 1, '');
}

/** The list itself with these elements (JSON texts), laid out as it was. */
export function listWith(text: string, list: JsonList, elements: readonly string[]): string {
  const [first, second] = list.elements;
  const last = list.elements.at(-1);
  if (first === undefined || last === undefined) return `[${elements.join(', ')}]`;
  if (elements.length === 0) return '[]';
  const lead = text.slice(list.at + 1, first.at);
  const between = second === undefined ? `,${lead === '' ? ' ' : lead}` : text.slice(first.end, second.at);
  return `[${lead}${elements.join(between)}${text.slice(last.end, list.end - 1)}]`;
}

/** What stands before the last name: between it and a comma or bracket. */
function blanksBefore(text: string, { at, members }: JsonObject): string {
  const last = members.at(-1)?.at ?? at + 1;
  const before = members.at(-2)?.end;
  return before === undefined ? text.slice(at + 1, last) : text.slice(text.indexOf(',', before) + 1, last);
}

function blanksAfterColon(text: string, members: readonly JsonMember[]): string {
  const [first] = members;
  if (first === undefined) return ' ';
  const behindName = text.slice(first.at, first.value.at);
  return behindName.slice(behindName.lastIndexOf(':') + 1);
}

function replaceRange(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to);
}
