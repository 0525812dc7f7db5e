/** The last requests to the service, and what was asked and answered in each. */
import { useSubscriptions } from '../../../stores/use-stores.ts';

interface InspectorProps {
  /** Number of the request to begin with; `null`: the newest, followed. */
  readonly first: number | null;
  readonly close: () => void;
}

export function Inspector({ first }: InspectorProps) {
  const requests = useSubscriptions((state) => state.requests);
  return (
    <p>
      {requests.length} {first}
    </p>
  );
}
