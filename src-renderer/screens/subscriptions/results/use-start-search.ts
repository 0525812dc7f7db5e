/**
 * Asks the service a query; from then on the address shows that search, so that Back brings the one before. Who went to
 * another screen meanwhile stays there.
 */
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { isScreenShown, useAddress } from '../../../address/use-address.ts';
import { useStores } from '../../../stores/use-stores.ts';

export function useStartSearch(): (body: string) => void {
  const { subscriptions } = useStores();
  const address = useAddress(subscriptionsAddress);
  async function begin(body: string): Promise<void> {
    const id = await subscriptions.start(body);
    if (id !== null && isScreenShown('subscriptions'))
      address.change({ search: id, row: null, find: '', sort: '', part: '' });
  }
  return (body) => void begin(body);
}
