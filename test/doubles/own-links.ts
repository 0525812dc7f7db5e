import type { OwnLink } from '../../src-shared/domain/links/own-link.ts';

export const aLink = (fields: Partial<OwnLink> = {}): OwnLink => ({
  id: 'a',
  name: 'Ticket',
  kind: 'address',
  places: ['case'],
  template: 'https://tickets.example/new?title={cause}&eid={eid}&at={time}',
  mask: [],
  ...fields,
});
