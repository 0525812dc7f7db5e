import { InvalidArgumentError } from 'commander';

export function parseLimit(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}
