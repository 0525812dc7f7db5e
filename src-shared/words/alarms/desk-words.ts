import type { DeskState } from '../../domain/outlets/desk-state.ts';
import { clippedText } from './alarm-parts.ts';

const MAX_NAME_LENGTH = 80;

const BANNERS: Readonly<Record<(DeskState & { readonly kind: 'available' })['banners'], string>> = {
  shown: 'It shows banners.',
  'held-back': 'It holds banners back now (Do Not Disturb, focus or a shared screen).',
  unknown: 'It does not say if it shows banners.',
};

export function deskWords(desk: DeskState): string {
  if (desk.kind === 'missing') return `Alarms are not shown by this desktop: ${clippedText(desk.reason, 200)}.`;
  const name = desk.service === null ? '' : ` (${clippedText(desk.service, MAX_NAME_LENGTH)})`;
  return `Alarms are sent to this desktop${name}. ${BANNERS[desk.banners]}`;
}
