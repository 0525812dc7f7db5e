import { useCallback } from 'react';
import { goTo } from '../address/use-address.ts';
import { useStores } from '../stores/use-stores.ts';
import { targetHref } from './show-target.ts';

export function useOpenAlarm(): (alarm: string) => Promise<void> {
  const { alarms } = useStores();
  return useCallback(
    async (alarm) => {
      const target = await alarms.openAlarm(alarm);
      if (target !== null) goTo(targetHref(target));
    },
    [alarms],
  );
}
