// The cases of a file of hostile clients, for every kind of server: one attack at once on all, then those of each alone.

import type { HostileClients } from './start-hostile-clients';
import { ATTACKED, startAttacked, type AllAttacked, type Attacked } from './start-attacked';
import type { Target } from './target';

/** To be read within a case. */
export type AttackedCases = {
  readonly target: Target;
  readonly hostile: HostileClients;
  /** Resolves when the attack on all is over; throws how it went for this server. */
  attackAll: () => Promise<void>;
};

/** A server that ends under a case fails it. */
export function describeAttacked(
  attackOfAll: (attacked: Attacked) => Promise<void>,
  addCases: (cases: AttackedCases) => void,
): void {
  let attacked: AllAttacked;
  let attackAll: ReturnType<AllAttacked['all']>;
  beforeAll(async () => {
    attacked = await startAttacked();
    attackAll = attacked.all(attackOfAll);
  }, 240_000);
  afterAll(() => attacked?.close());

  describe.each(ATTACKED)('%s', (name) => {
    afterEach(() => {
      const { target } = attacked.of(name);
      if (target.hasEnded()) throw new Error(`it has ended: ${target.log()}`);
    });
    addCases({
      get target() {
        return attacked.of(name).target;
      },
      get hostile() {
        return attacked.of(name).hostile;
      },
      attackAll: () => attackAll(name),
    });
  });
}
