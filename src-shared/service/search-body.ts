/**
 * The body of a search: `service-spec.md` "1. Search subscriptions". Its truth is the JSON text, sent as it was written;
 * what a form can show of it are parts, read from the text and written back into it. Only what the document shows is
 * documented; anything else may be written, is named as such, and is the service's to refuse.
 */

export const FIELD_PREFIX = 'iotSubscription.';
/** Without the prefix, in the order of the document. */
export const documentedFields = ['iotSubscriptionId', 'subscriptionType', 'domainId', 'lastModifiedAt'] as const;

/** Most characters of a body. */
export const MOST_BODY = 65_536;

export interface SortKey {
  /** As written, with its prefix. */
  readonly field: string;
  /** As written: `asc` is documented, `desc` is not. */
  readonly direction: string;
}

/** What form and chips show of a body. */
export interface SearchParts {
  /** The documented filter: `between` on lastModifiedAt alone, ends as written. */
  readonly changed: { readonly min: string; readonly max: string } | null;
  /** Filters that a form cannot show: "1 more in JSON". */
  readonly otherFilters: number;
  readonly sortBy: readonly SortKey[];
  readonly limit: number | null;
  /** Names as written; `null`: all fields are asked for. */
  readonly returnFields: readonly string[] | null;
  /** Names of properties that the document does not show, and of those whose value a form cannot show. */
  readonly others: readonly string[];
}

export interface BodyMistake {
  /** UTF-16 units from 0. */
  readonly at: number;
  readonly length: number;
  readonly problem:
    | 'not-json'
    | 'not-an-object'
    | 'too-long'
    | 'too-deep'
    /** The token of a page is ours to give. */
    | 'after'
    | 'twice';
  /** The parser's own words, or the name of the property. */
  readonly detail?: string;
}

export type ReadBody =
  | { readonly kind: 'body'; readonly parts: SearchParts; readonly undocumented: readonly UndocumentedPart[] }
  | ({ readonly kind: 'mistake' } & BodyMistake);

/** Something that the document does not show, where it stands in the text. */
export interface UndocumentedPart {
  readonly kind: 'filter-type' | 'filter-field' | 'sort-direction' | 'sort-field' | 'return-field' | 'property';
  readonly name: string;
  readonly at: number;
  readonly length: number;
}
