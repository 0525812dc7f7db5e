/**
 * Which ids of a list are in what is stored, in the place of query and rows: its own bar, the list at the left, what came
 * of it at the right.
 */
interface CompareIdsProps {
  /** Id of the search to look in, as the address has it; empty: all that is stored. */
  readonly search: string;
  readonly choose: (search: string) => void;
  readonly close: () => void;
}

export function CompareIds({ search }: CompareIdsProps) {
  return <p>{search}</p>;
}
