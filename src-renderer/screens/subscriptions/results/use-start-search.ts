/** Puts the search in the address, so that Back returns to the previous one, unless the user has left the screen. */
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { isScreenShown, useAddress } from '../../../address/use-address.ts';
import { useStores } from '../../../stores/use-stores.ts';

export function useStartSearch(): (body: string) => void {
  const { subscriptions } = useStores();
  const address = useAddress(subscriptionsAddress);
  async function startSearch(body: string): Promise<void> {
    const id = await subscriptions.start(body);
    if (id !== null && isScreenShown('subscriptions'))
      address.change({ search: id, row: null, find: '', sort: '', part: '' });
  }
  return (body) => void startSearch(body);
}
