/** Decides which values a selection has because of how it was selected, so that they explain nothing. */
import { LOCALIZATION_ERROR_CODES } from '../../service/event-vocabulary.ts';
import { type FacetField, facetTable } from '../event/event-fields.ts';
import type { Filter } from '../filter/filter.ts';
import { type FacetTerm, isFacetTerm } from '../filter/filter-match.ts';

/** Fields whose values follow from the value of another: an error code means a failure of one kind of event. */
const IMPLIED: Partial<Readonly<Record<FacetField, readonly FacetField[]>>> = {
  operation: ['kind'],
  code: ['outcome', 'kind'],
  type: ['outcome', 'kind'],
  country: ['kind'],
  company: ['kind'],
  user: ['kind'],
  target: ['kind'],
  size: ['kind'],
};

function implies(field: FacetField, other: FacetField): boolean {
  return IMPLIED[field]?.includes(other) === true;
}

/** True if a sentence that names the one field need not name the other: a code has its step and type. */
export function makesRedundant(field: FacetField, other: FacetField): boolean {
  return implies(field, other) || (field === 'code' && (other === 'operation' || other === 'type'));
}

/** Steps that the service reports only if they fail (`docs/service.md` §5.2). */
const FAILED_STEPS: ReadonlySet<string> = new Set(['DOWNLOADED', 'ALLOCATED', 'ACTIVATED']);

/** True if only the selected events can have the field: a selection by the outcome decides which events have codes. */
export function isPresentByDefinition({ terms }: Filter, field: FacetField): boolean {
  return implies(field, 'outcome') && terms.filter(isFacetTerm).some((term) => selectsOutcome(term));
}

const selectsOutcome = ({ field }: FacetTerm) => field === 'outcome' || implies(field, 'outcome');

/** A field with one value per event is fixed by any term; a list of codes only has the named ones by definition. */
export function valuesByDefinition({ terms }: Filter): (field: FacetField, value: string) => boolean {
  const facetTerms = terms.filter(isFacetTerm);
  const named = (field: FacetField) =>
    facetTerms.flatMap((term) => (term.field === field && !term.negated ? term.values : []));
  const codes = named('code');
  const hasStepCode = codes.some((code) => LOCALIZATION_ERROR_CODES.has(code));
  const hasOutcome = facetTerms.some(selectsOutcome);
  const hasOperation = named('operation').length > 0;
  return (field, value) =>
    facetTerms.some(
      (term) => term.field === field && (facetTable[field].shape === 'text' || term.values.includes(value)),
    ) ||
    facetTerms.some((term) => !term.negated && implies(term.field, field)) ||
    // The service has one code for the failure of each step.
    (field === 'operation' && (hasStepCode || (hasOutcome && FAILED_STEPS.has(value)))) ||
    (field === 'code' && hasOperation && LOCALIZATION_ERROR_CODES.has(value));
}
