import type { FieldName } from './fields.ts';

/** One given subscription: what is left out is made up. */
export type GivenRow = Readonly<Partial<Record<FieldName, string>>>;
