import { Option } from 'commander';

export function noNotifyOption(): Option {
  return new Option('--no-notify', 'do not show alarms as desktop notifications');
}
