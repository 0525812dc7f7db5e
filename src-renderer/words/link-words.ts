/** Explains problems of own links. Names and templates are untrusted; the caller passes them through `visibleText`. */
import type { ExpandedLink } from '../../src-shared/domain/links/expand-link.ts';
import { linkPlaceNames } from '../../src-shared/domain/links/link-fields.ts';
import { MAX_TEMPLATE_LENGTH, type TemplateProblem } from '../../src-shared/domain/links/link-template.ts';
import { MAX_OWN_LINKS, type OwnLinkProblem } from '../../src-shared/domain/links/own-link.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { numberText } from '../../src-shared/words/store-words.ts';

export function templateProblemWords(problem: TemplateProblem): string {
  switch (problem.kind) {
    case 'empty':
      return 'Enter an address or a text.';
    case 'too-long':
      return `It is longer than ${numberText(MAX_TEMPLATE_LENGTH)} characters.`;
    case 'stray-brace':
      return 'A brace belongs to no field. Write {{ or }} for a brace.';
    case 'invisible':
      return 'It contains an invisible character. Type it again instead of pasting it.';
    case 'scheme':
      return 'It must start with https://, or with http:// and this computer (127.0.0.1, localhost).';
    case 'field-in-host':
      return 'A field can be only behind the host: in the path, the query or the fragment.';
    case 'credentials':
      return 'It must not contain a user name or a password.';
    case 'host':
      return 'The host is not valid. Write it in small letters, and a name with other characters in its xn-- form.';
    case 'backslash':
      return 'It must not contain a backslash. Write %5C.';
    case 'percent':
      return 'Two hexadecimal digits must follow a percent sign. Write %25 for a percent sign.';
    case 'dot-segment':
      return 'The path must not contain . or .. between its slashes.';
    case 'unknown-field':
      return `There is no field {${problem.name}}. The fields are listed below.`;
    case 'field-not-there':
      return `{${problem.name}} is not known on ${linkPlaceNames[problem.place]}.`;
    default:
      return assertNever(problem);
  }
}

export function unavailableWords(link: Extract<ExpandedLink, { kind: 'unavailable' }>): string {
  switch (link.why) {
    case 'template':
      return 'The link is not valid. Edit it in Settings, Links';
    case 'too-long':
      return 'The address would be too long';
    case 'same-host':
      return 'This host would get the session of this page. Write localhost instead of 127.0.0.1, or the other way round';
    case 'not-known':
      return `The row has no {${link.field}}, which is in the path`;
    case 'path':
      return `The value of {${link.field}} would change the path`;
    default:
      return assertNever(link);
  }
}

export function linkProblemWords(problem: OwnLinkProblem): string {
  switch (problem.kind) {
    case 'too-large':
      return 'The file is too large for a list of own links.';
    case 'other-version':
      return 'The file is from another version of Watchfloor.';
    case 'too-many':
      return `A profile can have ${MAX_OWN_LINKS} own links: the last ${numberText(problem.left)} of the file were skipped.`;
    case 'not-links':
      return 'The file contains no own links.';
    case 'not-a-link':
      return problem.name === null
        ? `Link ${problem.number} is not complete and was skipped.`
        : `“${problem.name}” is not complete and was skipped.`;
    case 'bad-template':
      return `“${problem.name}” was skipped. ${templateProblemWords(problem.problem)}`;
    default:
      return assertNever(problem);
  }
}
