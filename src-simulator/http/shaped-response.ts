/** Can be delayed, slowed or cut without a change to its writer. Without a shape it behaves like Node's own. */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceClock } from '../clock.ts';
import { resetConnection } from './reset-connection.ts';

export interface Shape {
  readonly delayMs: number;
  readonly bytesPerSecond?: number | undefined;
  readonly cutAfterBytes?: number | undefined;
  readonly endAfterMs?: number | undefined;
}

type Written = (error?: Error | null) => void;

interface PendingWrite {
  bytes: Buffer;
  readonly isLast: boolean;
  readonly written: Written | undefined;
}

/** Twenty parts a second look like a slow connection and cost little. */
const CHUNKS_PER_SECOND = 20;

export class ShapedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #clock: ServiceClock | null = null;
  #bytesPerSecond = Infinity;
  #leftUntilCut = Infinity;
  #pendingWrites: PendingWrite[] = [];
  #pendingBytes = 0;
  #cancelPause: (() => void) | null = null;

  /** Must be called before anything is written. */
  shape(shape: Shape, clock: ServiceClock): void {
    const { delayMs, bytesPerSecond = Infinity, cutAfterBytes = Infinity, endAfterMs } = shape;
    this.#clock = clock;
    this.#bytesPerSecond = bytesPerSecond;
    this.#leftUntilCut = cutAfterBytes;
    if (delayMs > 0) this.#pause(delayMs);
    if (endAfterMs !== undefined)
      this.once(
        'close',
        clock.after(endAfterMs, () => this.#endInOrder()),
      );
    this.once('close', () => this.#giveUp());
  }

  override flushHeaders(): void {
    if (this.#clock === null) super.flushHeaders();
    else this.#enqueue({ bytes: Buffer.alloc(0), isLast: false, written: undefined });
  }

  override write(...given: unknown[]): boolean {
    if (this.#clock === null) return super.write(...asNodeArguments(given));
    return this.#enqueue({ ...parseWriteArguments(given), isLast: false });
  }

  override end(...given: unknown[]): this {
    if (this.#clock === null) super.end(...asNodeArguments(given));
    else {
      const { bytes, written } = parseWriteArguments(given);
      // Node would set this header itself if the complete body is in one call.
      const isFramed = this.headersSent || this.hasHeader('content-length') || this.hasHeader('transfer-encoding');
      if (!isFramed && this.#pendingWrites.length === 0 && bytes.length > 0)
        this.setHeader('content-length', bytes.length);
      this.#enqueue({ bytes, isLast: true, written });
    }
    return this;
  }

  /** Returns false if the writer should wait for `drain`. */
  #enqueue(waiting: PendingWrite): boolean {
    this.#pendingWrites.push(waiting);
    this.#pendingBytes += waiting.bytes.length;
    this.#flush();
    return this.#pendingBytes < this.writableHighWaterMark;
  }

  #flush(): void {
    while (this.#cancelPause === null) {
      const [next] = this.#pendingWrites;
      if (next === undefined) return;
      const mayGo = Math.min(next.bytes.length, this.#leftUntilCut, this.#maxChunkBytes());
      const chunk = next.bytes.subarray(0, mayGo);
      next.bytes = next.bytes.subarray(mayGo);
      this.#pendingBytes -= mayGo;
      this.#leftUntilCut -= mayGo;
      const isComplete = next.bytes.length === 0;
      if (isComplete) this.#pendingWrites.shift();
      this.#writeChunk(chunk, isComplete ? next : null);
      if (this.#leftUntilCut === 0) return this.#cut();
      if (mayGo > 0 && this.#bytesPerSecond < Infinity) this.#pause((mayGo / this.#bytesPerSecond) * 1000);
    }
  }

  #writeChunk(chunk: Buffer, completed: PendingWrite | null): void {
    if (completed?.isLast === true && this.#leftUntilCut > 0) super.end(chunk, completed.written);
    else if (chunk.length > 0) super.write(chunk, completed?.written);
    else {
      super.flushHeaders();
      completed?.written?.();
    }
    if (this.#pendingBytes === 0) this.emit('drain');
  }

  #maxChunkBytes(): number {
    return this.#bytesPerSecond === Infinity ? Infinity : Math.ceil(this.#bytesPerSecond / CHUNKS_PER_SECOND);
  }

  #pause(serviceMs: number): void {
    const cancel = this.#clock?.after(serviceMs, () => {
      this.#cancelPause = null;
      this.#flush();
    });
    this.#cancelPause = cancel ?? null;
  }

  #cut(): void {
    // Blocks all further output.
    this.#cancelPause = () => {};
    // Waits until everything before was handed to the network, because a reset discards the rest.
    whenSocketAssigned(this, (socket) => socket.write('', () => resetConnection(socket)));
  }

  /** Ends the answer regularly for the client. Pending writes fail because the connection is gone. */
  #endInOrder(): void {
    this.#giveUp();
    super.end(() => this.socket?.destroySoon());
  }

  #giveUp(): void {
    this.#cancelPause?.();
    this.#cancelPause = () => {};
    const closed = new Error('The connection is closed.');
    for (const { written } of this.#pendingWrites.splice(0)) written?.(closed);
    this.#pendingBytes = 0;
  }
}

/** Answers on one connection are sent in the order of their requests, so this one may have to wait for its socket. */
export function whenSocketAssigned(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket === null) response.once('socket', act);
  else act(response.socket);
}

function asNodeArguments(given: unknown[]): [chunk: unknown, encoding: BufferEncoding, written?: Written] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the overloads, which Node tells apart itself
  return given as [unknown, BufferEncoding, Written?];
}

/** Normalizes Node's overloads: chunk, encoding and callback, each optional. */
function parseWriteArguments(given: readonly unknown[]): Pick<PendingWrite, 'bytes' | 'written'> {
  const [chunk, encoding] = given;
  const callback = given.find((value) => typeof value === 'function');
  const written: Written | undefined = callback && ((error) => void Reflect.apply(callback, undefined, [error]));
  if (typeof chunk === 'string')
    return {
      bytes:
        typeof encoding === 'string' && Buffer.isEncoding(encoding) ? Buffer.from(chunk, encoding) : Buffer.from(chunk),
      written,
    };
  return { bytes: chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0), written };
}
