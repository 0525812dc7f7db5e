import { useNow } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';

export function TimeLeft({ until }: { until: number }) {
  return useTimeLeft(until);
}

export function useTimeLeft(until: number): string {
  return `${lengthText(Math.max(0, Math.ceil((until - useNow()) / 1_000) * 1_000))} left`;
}
