/** Records every request and applies the fault plans. No request and no plan may end the process. */
import type { IncomingMessage } from 'node:http';
import type { ServiceClock } from '../clock.ts';
import type { Random } from '../random.ts';
import { type Endpoint, endpointOf } from './endpoints.ts';
import type { Exchange } from './exchange.ts';
import type { FaultPlanRecord } from './fault-plan.ts';
import { FaultPlans } from './fault-plans.ts';
import type { Journal } from './journal.ts';
import { sendPlannedResponse } from './planned-response.ts';
import { type AccountOf, fullDetails, needsBody, headDetails, type RequestDetails } from './request-details.ts';
import type { ShapedResponse } from './shaped-response.ts';

interface MiddlewareParts {
  readonly journal: Journal;
  readonly clock: ServiceClock;
  readonly random: Random;
  readonly accountOf: AccountOf;
}

interface PlannedExchange {
  readonly request: IncomingMessage;
  readonly response: ShapedResponse;
  readonly exchange: Exchange | null;
  readonly goOn: () => void;
}

export class RequestMiddleware {
  readonly #parts: MiddlewareParts;
  readonly plans = new FaultPlans();
  readonly #open = new Set<ShapedResponse>();

  constructor(parts: MiddlewareParts) {
    this.#parts = parts;
  }

  receive(request: IncomingMessage, response: ShapedResponse, goOn: () => void): void {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const endpoint = endpointOf(path);
    const exchange = this.#parts.journal.record(request, response, endpoint);
    // Writers learn from the close of the connection that it is gone, so this error is ignored.
    response.on('error', () => {});
    if (endpoint !== 'control') {
      this.#open.add(response);
      response.once('close', () => this.#open.delete(response));
    }

    const plans = this.plans.waitingFor(endpoint);
    if (plans === null) goOn();
    else if (needsBody(plans))
      void fullDetails(request, this.#parts.accountOf).then((details) =>
        this.#applyPlan(endpoint, details, { request, response, exchange, goOn }),
      );
    else this.#applyPlan(endpoint, headDetails(request), { request, response, exchange, goOn });
  }

  /** Closes the connections of all open requests, except those to the control. */
  stop(): void {
    for (const { req } of this.#open) req.socket.destroy();
  }

  #applyPlan(
    endpoint: Endpoint,
    details: RequestDetails,
    { request, response, exchange, goOn }: PlannedExchange,
  ): void {
    // The connection closed while the request was read, so no plan counts it.
    if (response.destroyed) return;
    const record = this.plans.applyTo(endpoint, details);
    if (record === null) return goOn();
    const { answer, bytesPerSecond, cutAfterBytes, endAfterMs } = record.plan;
    const delayMs = this.#delayOf(record);
    if (answer === undefined) {
      response.shape({ delayMs, bytesPerSecond, cutAfterBytes, endAfterMs }, this.#parts.clock);
      return goOn();
    }
    if (exchange !== null) exchange.isPlanned = true;
    request.resume();
    const send = () => {
      if (bytesPerSecond !== undefined || cutAfterBytes !== undefined)
        response.shape({ delayMs: 0, bytesPerSecond, cutAfterBytes }, this.#parts.clock);
      sendPlannedResponse(answer, response);
    };
    if (delayMs === 0) return send();
    const cancel = this.#parts.clock.after(delayMs, send);
    response.once('close', cancel);
  }

  /** Depends only on the seed, the plan and the number of requests that met it, so other requests do not change it. */
  #delayOf({ id, met, plan: { delayMs = 0 } }: FaultPlanRecord): number {
    if (typeof delayMs === 'number') return delayMs;
    return this.#parts.random.fork(`${id}, ${met}`).integer(delayMs.from, delayMs.to);
  }
}
