/** Lemmas about who owns what: found where nodes go from hand to hand, and never wrong, however little was explored. */
import { describe, expect, it } from 'vitest';
import { approachOf } from '../../../src/engines/parameterized/approaches.js';
import { Exploration } from '../../../src/engines/parameterized/forward/explore.js';
import { ExploredPlaces } from '../../../src/engines/parameterized/lemmas/explored-places.js';
import { Owners } from '../../../src/engines/parameterized/lemmas/owners.js';
import { PointerFacts } from '../../../src/engines/parameterized/lemmas/pointer-facts.js';
import { Projections } from '../../../src/engines/parameterized/lemmas/projections.js';
import { propertyOf } from '../../../src/engines/parameterized/plain/describe.js';
import { Literals } from '../../../src/logic/literals.js';
import { SC } from '../../../src/memory/models.js';
import type { StateSymbol } from '../../../src/models/array-system/model.js';
import { normalForm } from '../../../src/models/array-system/normal-form.js';
import { showFormula } from '../../../src/models/array-system/show.js';
import { systemOf } from '../../memory/operational/models.js';
import { explore } from '../../random/explore.js';

/** Outside, a process gives its node away for the spare one; inside, its node is marked. Nobody is a node, too. */
const EXCHANGE = `type place = Outside | Inside
const Nobody : proc  var Spare : proc
array At[proc] : place  array Mine[proc] : proc  array Marked[proc] : bool
init (p) { Nobody <> p && At[p] = Outside && Mine[p] = p && Marked[p] = False && Spare = Nobody }
transition exchange (p) requires { At[p] = Outside } { Mine[p] := Spare; Spare := Mine[p] }
transition enter (p) requires { At[p] = Outside && Mine[p] = p } { Marked[p] := True; At[p] := Inside }
transition enter_with (p q) requires { At[p] = Outside && Mine[p] = q } { Marked[q] := True; At[p] := Inside }
transition enter_free (p) requires { At[p] = Outside && Mine[p] = Nobody } { At[p] := Inside }
transition leave (p) requires { At[p] = Inside && Mine[p] = p && Marked[p] = True } { Marked[p] := False; At[p] := Outside }
transition leave_with (p q) requires { At[p] = Inside && Mine[p] = q && Marked[q] = True }
  { Marked[q] := False; At[p] := Outside }
transition leave_free (p) requires { At[p] = Inside && Mine[p] = Nobody } { At[p] := Outside }
unsafe (p q) { At[p] = Inside && At[q] = Inside && Mine[p] = Mine[q] }
`;
/** The same, but that a process takes the spare node and leaves it where it is. */
const COPY = EXCHANGE.replace('; Spare := Mine[p]', '');

/** The lemmas that are kept, by instances of two and three processes with so many states. */
function kept(text: string, limit: number) {
  const system = systemOf(text);
  const form = normalForm(system);
  const literals = new Literals(system, false);
  const naming = { absolute: null, most: 12, keepAll: false };
  const approach = approachOf({ memory: SC, cubes: 'views' }, form, literals, naming);
  const explorations = [2, 3].map((processes) => new Exploration(approach.forward, processes, 'oracle', limit));
  for (const exploration of explorations) [...exploration.run()];
  const place = system.symbols.find(({ name }) => name === 'At') as StateSymbol;
  const guiding = approach.guide(explorations, false);
  let step = guiding.next();
  while (!step.done) step = guiding.next();
  const guide = step.value;
  if (guide === null) throw new Error('there is nothing to be guided by');
  const owners = new Owners(
    approach.form,
    (conjunction) => guide.cubeOf(conjunction),
    new Projections(literals, place.index),
    new ExploredPlaces(literals, approach.instances(explorations)),
    new PointerFacts(literals, system, place, false).all,
  );
  const seeking = owners.seek();
  let sought = seeking.next();
  while (!sought.done) sought = seeking.next();
  return { system, properties: sought.value.map((cube) => propertyOf(system, literals, cube, null)) };
}

const MANY = 100_000;

describe('who owns what', () => {
  const shown = (text: string) => kept(text, MANY).properties.map(({ formula }) => showFormula(formula));

  it('is found: no two processes have the same node, none has the spare one, one that is inside has marked its own', () => {
    expect(shown(EXCHANGE)).toEqual([
      'z1 = Nobody',
      'Mine[z1] = Spare',
      'z1 = Mine[z1] && Marked[z1] = False && At[z1] = Inside',
      'z1 = Mine[z1] && Marked[z1] = True && At[z1] = Outside',
      'Marked[z1] = True && z1 = Spare',
      'Mine[z1] = Mine[z2]',
      'z2 = Mine[z1] && Marked[z2] = False && At[z1] = Inside',
      'z2 = Mine[z1] && Marked[z2] = True && At[z1] = Outside',
    ]);
  });

  it('is not found where it is not so', () => {
    expect(shown(COPY)).not.toContain('Mine[z1] = Mine[z2]');
  });

  it.each([EXCHANGE, COPY])('is never wrong, by whichever states it was guessed', (text) => {
    for (const limit of [1, 2, 5, MANY]) {
      const { system, properties } = kept(text, limit);
      expect(properties.length).toBeGreaterThan(0);
      for (const processes of [1, 2, 3]) {
        const limits = { states: 5_000, initial: 2_000, numbers: 20 };
        expect(explore({ ...system, unsafe: properties }, processes, limits).verdict).toBe('safe');
      }
    }
  });
});
