/**
 * Every identifier that a received text names, by kind: of a request those of all its resources. Source:
 * `service-spec.md` "Localization detailedMessage", "Connectivity request detailedMessage (CMP_EVENT)".
 */
export interface Identifiers {
  readonly eid: readonly string[];
  readonly iccid: readonly string[];
  readonly imsi: readonly string[];
  readonly msisdn: readonly string[];
  /** `subscriptionRequestId` */
  readonly request: readonly string[];
  /** `resourceId` */
  readonly resource: readonly string[];
}
