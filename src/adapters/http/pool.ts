import { keyOf, Lane, type Route } from './lane.js';
import { Cut } from './reason.js';

const idleCut = new Cut('The connection was not needed any more.');

/**
 * The open lanes. A lane is in use (a post waits for its answer), ending (answered, its body is being discarded)
 * or idle. Beyond the most, the idle lane used longest ago goes first, then the ending one answered longest ago;
 * so no more stay open than the most, or than posts wait at once.
 */
export class LanePool {
  private readonly idle = new Map<string, Lane[]>();
  /** In the order of their last use. */
  private readonly resting = new Set<Lane>();
  private readonly ending = new Set<Lane>();
  private readonly open = new Set<Lane>();

  constructor(private readonly most: number) {}

  /** An idle lane of the route, else a new one. */
  take(route: Route): Lane {
    const lane = this.idle.get(keyOf(route))?.at(-1);
    if (lane) {
      this.rouse(lane);
      return lane;
    }
    return this.fresh(route);
  }

  private fresh(route: Route): Lane {
    if (this.open.size >= this.most) this.makeRoom();
    const lane = new Lane(route);
    this.open.add(lane);
    return lane;
  }

  /** The answer has come; only its body is still on the way. */
  answered(lane: Lane): void {
    if (this.open.has(lane)) this.ending.add(lane);
  }

  /** The lane is free for another post. */
  release(lane: Lane): void {
    this.ending.delete(lane);
    if (!this.open.has(lane)) return;
    const same = this.idle.get(lane.key);
    if (same) same.push(lane);
    else this.idle.set(lane.key, [lane]);
    this.resting.add(lane);
    lane.onGone = () => this.drop(lane, idleCut);
  }

  /** Closes the lane, whatever is on it. */
  drop(lane: Lane, reason: Error): void {
    if (this.resting.has(lane)) this.rouse(lane);
    this.ending.delete(lane);
    if (this.open.delete(lane)) lane.cut(reason);
  }

  /** Closes every lane. */
  close(reason: Error): void {
    for (const lane of this.open) this.drop(lane, reason);
  }

  private makeRoom(): void {
    const [lane] = this.resting.size > 0 ? this.resting : this.ending;
    if (lane) this.drop(lane, idleCut);
  }

  private rouse(lane: Lane): void {
    lane.onGone = () => undefined;
    this.resting.delete(lane);
    const same = this.idle.get(lane.key) ?? [];
    same.splice(same.lastIndexOf(lane), 1);
    if (same.length === 0) this.idle.delete(lane.key);
  }
}
