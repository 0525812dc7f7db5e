/**
 * Generates pages of an inventory of any size on request, as cheaply as possible, because the benchmark measures the
 * reader. Each row has as many fields as in the simulator, with different values.
 */
const USUAL_LIMIT = 100;
const STATES = ['ACTIVE', 'PAUSE', 'DEACTIVATED'];

/**
 * @param body body of the search, as JSON text
 * @returns the answer, as JSON text
 */
export function inventoryPage(body: string, subscriptions: number): string {
  const parsedBody = JSON.parse(body) as { readonly after?: string; readonly limit?: number };
  const from = Number(parsedBody.after ?? 0);
  const to = Math.min(subscriptions, from + (parsedBody.limit ?? USUAL_LIMIT));
  let items = '';
  for (let row = from; row < to; row += 1) items += `${row === from ? '' : ','}${item(row)}`;
  return `{"pagination":{"totalHits":${subscriptions},"next":"${to}"},"items":[${items}]}`;
}

function item(row: number): string {
  const number = String(row).padStart(10, '0');
  const fields = [
    `"iotSubscriptionId":"sub-${number}"`,
    `"subscriptionType":"${row % 3 === 0 ? 'UICC' : 'EUICC'}"`,
    `"domainId":"acme/emea/fleet-${row % 17}"`,
    `"lastModifiedAt":"${new Date(1_763_000_000_000 + row * 997).toISOString()}"`,
    `"state":"${STATES[row % STATES.length]}"`,
    `"eid":"89049032000000000000${number}12"`,
    `"iccid":"89462000${number}7"`,
    `"imsi":"24007${number}"`,
    `"msisdn":"46${number}"`,
    `"countryCode":"${row % 2 === 0 ? 'SE' : 'NO'}"`,
    `"companyName":"Nordwind Logistics"`,
    `"label":"Trailer ${row}"`,
  ];
  return `{"iotSubscription":{${fields.join(',')}}}`;
}
