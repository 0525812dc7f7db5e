/** Addresses and copy texts that an operator adds to rows, for one profile; exchanged as a small file. */
import { asRecord } from '../../lib/as-record.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { type MaskedField, maskedFields } from '../event/masked-fields.ts';
import { isText, type ListProblem, parseList, printList, type ParsedEntry } from '../profile/profile-list-text.ts';
import { linkPlaces, type LinkPlace } from './link-fields.ts';
import { type LinkKind, linkKinds, MAX_TEMPLATE_LENGTH, parseTemplate, type TemplateProblem } from './link-template.ts';

export interface OwnLink {
  /** Created at the first save; a renamed link keeps it. */
  readonly id: string;
  readonly name: string;
  readonly kind: LinkKind;
  readonly places: readonly LinkPlace[];
  readonly template: string;
  readonly mask: readonly MaskedField[];
}

export const OWN_LINK_LIMITS = { id: 64, name: 40 };
export const MAX_OWN_LINKS = 50;
const MAX_LINKS_LENGTH = MAX_OWN_LINKS * MAX_TEMPLATE_LENGTH * 7;

export type OwnLinkProblem =
  | ListProblem
  | { readonly kind: 'not-links' }
  /** `number`: position in the file, from 1. `name`: null if it has none. */
  | { readonly kind: 'not-a-link'; readonly number: number; readonly name: string | null }
  | { readonly kind: 'bad-template'; readonly name: string; readonly problem: TemplateProblem };

export function printLinks(links: readonly OwnLink[]): string {
  return printList(
    'links',
    links.map(({ id, name, kind, places, template, mask }) => ({ id, name, kind, places, template, mask })),
  );
}

export function parseLinks(text: string): {
  readonly links: readonly OwnLink[];
  readonly problems: readonly OwnLinkProblem[];
} {
  const { entries, problems } = parseList<OwnLink, OwnLinkProblem>(text, {
    name: 'links',
    maxEntries: MAX_OWN_LINKS,
    maxLength: MAX_LINKS_LENGTH,
    missingListProblem: { kind: 'not-links' },
    parseEntry: parseOwnLink,
  });
  return { links: entries, problems };
}

function parseOwnLink(written: unknown, number: number): ParsedEntry<OwnLink, OwnLinkProblem> {
  const { id, name, kind: kindText, places: placesList, template, mask: maskList } = asRecord(written);
  const isNamed = isLinkName(name);
  const kind = linkKinds.find((each) => each === kindText);
  const places = listOf(placesList, linkPlaces);
  const mask = listOf(maskList, maskedFields);
  if (!isNamed || !isText(id, OWN_LINK_LIMITS.id) || kind === undefined || typeof template !== 'string')
    return { problem: { kind: 'not-a-link', number, name: isNamed ? name : null } };
  if (places === null || places.length === 0 || mask === null) return { problem: { kind: 'not-a-link', number, name } };
  const parsed = parseTemplate(kind, template, places);
  if (parsed.kind === 'problem') return { problem: { kind: 'bad-template', name, problem: parsed.problem } };
  return { entry: { id, name, kind, places, template, mask } };
}

function listOf<Value extends string>(list: unknown, known: readonly Value[]): readonly Value[] | null {
  if (!Array.isArray(list)) return null;
  const values = list as readonly unknown[];
  return values.every((value) => known.some((each) => each === value))
    ? known.filter((each) => values.includes(each))
    : null;
}

export function isLinkName(name: unknown): name is string {
  return isText(name, OWN_LINK_LIMITS.name) && name.trim() !== '' && visibleText(name) === name;
}

/** Origins of the addresses; the desktop app opens no others. */
export function linkOrigins(links: readonly OwnLink[]): readonly string[] {
  return links.flatMap(({ kind, template, places }) => {
    const parsed = parseTemplate(kind, template, places);
    return parsed.kind === 'template' && parsed.origin !== null ? [parsed.origin] : [];
  });
}
