/** Values are masked, freed of invisible characters and percent-encoded, and never read as a template. */
import { openableAddress } from '../../lib/openable-address.ts';
import { withoutInvisible } from '../../lib/visible-text.ts';
import type { MaskedField } from '../event/masked-fields.ts';
import { isLinkFieldName, linkField, type LinkFieldName, type LinkPlace } from './link-fields.ts';
import { isDotSegment, parseTemplate, type TemplatePart } from './link-template.ts';
import type { OwnLink } from './own-link.ts';

export interface LinkRow {
  readonly place: LinkPlace;
  readonly values: Readonly<Partial<Record<LinkFieldName, string | null>>>;
}

export type ExpandedLink =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'copy'; readonly text: string }
  /** `not-known`: the row has no value for a field in the path. `path`: the value would change the path. */
  /** `same-host`: only on a page, see `page-link.ts`. */
  | { readonly kind: 'unavailable'; readonly why: 'template' | 'too-long' | 'same-host' }
  | { readonly kind: 'unavailable'; readonly why: 'not-known' | 'path'; readonly field: LinkFieldName };

/** The same length for every value, because a length is information, too. */
const STARS = '*'.repeat(8);
/** In UTF-16 units. Longer values are cut, like the fields of a row. */
const MAX_VALUE_LENGTH = 256;
/** Shorter values occur in other words by chance. */
const MIN_HIDDEN_LENGTH = 3;
const UNKNOWN_IN_TEXT = 'not known';

export function expandLink(link: Pick<OwnLink, 'kind' | 'template' | 'places' | 'mask'>, row: LinkRow): ExpandedLink {
  const parsed = parseTemplate(link.kind, link.template, link.places);
  if (parsed.kind === 'problem') return { kind: 'unavailable', why: 'template' };
  const { parts, origin } = parsed;
  const value = (name: LinkFieldName) => linkValue(row, name, link.mask);
  if (origin === null) {
    const text = (part: TemplatePart) => (part.kind === 'text' ? part.text : (value(part.name) ?? UNKNOWN_IN_TEXT));
    return { kind: 'copy', text: parts.map(text).join('') };
  }
  for (const part of parts)
    if (part.kind === 'field' && part.isInPath) {
      const written = value(part.name);
      if (written === null) return { kind: 'unavailable', why: 'not-known', field: part.name };
      // Some servers decode a slash before they split the path.
      if (/[/\\]/.test(written)) return { kind: 'unavailable', why: 'path', field: part.name };
    }
  const address = parts
    .map((part) => (part.kind === 'text' ? part.text : encodedValue(value(part.name) ?? '')))
    .join('');
  const url = openableAddress(address);
  if (url === null || url.origin !== origin) return { kind: 'unavailable', why: 'too-long' };
  const field = parts.find((part) => part.kind === 'field' && part.isInPath);
  const [path = ''] = address.slice(origin.length).split(/[?#]/);
  if (field?.kind === 'field' && path.split('/').some(isDotSegment))
    return { kind: 'unavailable', why: 'path', field: field.name };
  return { kind: 'address', address };
}

/** Encodes everything except letters, digits and `-._~` (RFC 3986, section 2.3), for any place after the host. */
function encodedValue(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function linkValue({ values }: LinkRow, name: LinkFieldName, mask: readonly MaskedField[]): string | null {
  const value = name === 'link' ? (values.link ?? '') : plainText(values[name] ?? '');
  if (value === '') return null;
  const { masked, isCode = false } = linkField(name);
  if (masked !== undefined && mask.includes(masked)) return STARS;
  if (isCode && mask.length > 0 && !isPlainCode(value)) return STARS;
  return hiddenValues(values, mask).reduce((text, hidden) => withoutValue(text, hidden), value);
}

/** A receiver could read the removed characters as a line, a control or a change of direction. */
function plainText(value: string): string {
  return withoutInvisible(value).slice(0, MAX_VALUE_LENGTH).toWellFormed();
}

/** A code of one word without a number as long as that of a card or a subscriber. */
function isPlainCode(value: string): boolean {
  return /^[\w.:/+-]+$/.test(value) && !/\d{7}/.test(value);
}

/** Masked values may also be in the other fields, such as the EID in the address of its case. Longest first. */
function hiddenValues(values: LinkRow['values'], mask: readonly MaskedField[]): readonly string[] {
  const hidden = Object.keys(values)
    .filter(isLinkFieldName)
    .filter((name) => mask.some((each) => each === linkField(name).masked))
    .flatMap((name) => {
      const value = plainText(values[name] ?? '');
      return [value, encodeURIComponent(value), value.replaceAll(/\D/g, '')];
    });
  return hidden.filter(({ length }) => length >= MIN_HIDDEN_LENGTH).toSorted((one, other) => other.length - one.length);
}

function withoutValue(text: string, hidden: string): string {
  const lower = text.toLowerCase();
  const parts = lower.split(hidden.toLowerCase());
  if (parts.length === 1) return text;
  // A letter may be longer in lower case; then the positions in the two texts differ.
  if (lower.length !== text.length) return STARS;
  let at = 0;
  const kept = parts.map(({ length }) => {
    const part = text.slice(at, at + length);
    at += length + hidden.toLowerCase().length;
    return part;
  });
  return kept.join(STARS);
}
