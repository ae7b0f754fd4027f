/**
 * Pre-images of a plain cube (section 3.1 of the Cubicle-W paper).
 *
 * For each choice of processes the guard, the universal guards and the weakest precondition of the cube's literals are put
 * together. A command that changes nothing the cube speaks of is skipped: its pre-image is contained in the cube.
 */
import type { Literal } from '../../../logic/literals.js';
import type { GuardedCommand } from '../../../models/array-system/normal-form.js';
import { type Cube, cellsOf, compact } from '../cube.js';
import { MAX_PRODUCT, type PreImage, PreImages } from '../pre-image.js';
import { first } from '../slots.js';
import { admit, products, prune } from '../universal.js';
import type { UpdateOf } from '../weakest.js';

/** One command with its processes in the slots of the instance. */
interface Occasion {
  readonly command: GuardedCommand;
  readonly slots: readonly number[];
  /** How many processes there are, those of the cube and the new ones. */
  readonly processes: number;
  readonly precise: boolean;
  /** The pre-image is wanted even if it lies in the cube. */
  readonly evenIfUntouched: boolean;
}

export class PlainPreImages extends PreImages<Cube> {
  override of(cube: Cube, command: GuardedCommand, precise: boolean): PreImage<Cube>[] {
    const out: PreImage<Cube>[] = [];
    if (!this.concerns(cube, command)) return out;
    this.eachChoice(cube, command, (slots, processes) =>
      this.step(cube, { command, slots, processes, precise, evenIfUntouched: false }, out),
    );
    return out;
  }

  /** Pre-image along one choice of processes: for replay, which knows them. Universal guards may be left out. */
  along(cube: Cube, given: GuardedCommand, slots: readonly number[], universals: boolean): PreImage<Cube>[] {
    const out: PreImage<Cube>[] = [];
    const command = universals ? given : { ...given, universals: [] };
    const processes = this.naming.absolute ?? cube.processes;
    this.instance.place(slots);
    this.step(cube, { command, slots, processes, precise: false, evenIfUntouched: true }, out);
    return out;
  }

  private concerns(cube: Cube, command: GuardedCommand): boolean {
    const { cellSymbol } = this.literals;
    const touches = (l: Literal) =>
      cellsOf(this.literals, l).some((cell) => command.updates.has(cellSymbol[cell] as number));
    return cube.literals.some(touches) || cube.universals.some((u) => u.body.some((c) => c.some(touches)));
  }

  private step(cube: Cube, occasion: Occasion, out: PreImage<Cube>[]): void {
    const { literals, naming, context } = this;
    const { command, slots, processes, precise, evenIfUntouched } = occasion;
    const guard = this.guard(command, processes, precise && processes < naming.most);
    if (guard === null) return;
    const joining = () => first(processes).slice(naming.absolute ?? cube.processes);
    const admitted = cube.universals.length === 0 ? NOTHING : admit(literals, cube.universals, joining());
    if (admitted === null) return;
    const updateOf: UpdateOf = (cell) => command.updates.get(literals.cellSymbol[cell] as number);
    const parts = prune([...guard.parts, ...this.preconditionOfParts(admitted.parts, updateOf)]);
    const leaf = () => {
      const conjunction = context.finish();
      if (conjunction === null) return;
      const universals = this.affordable(parts, conjunction, processes);
      const keepAll = naming.keepAll || universals.length > 0;
      const { processes: count, literals: renamed, names } = compact(literals, conjunction, processes, keepAll);
      const image = { processes: count, literals: renamed, universals };
      out.push({ cube: image, step: { command, slots: [...slots], names } });
    };
    const along = (post: ArrayLike<Literal>): void => {
      if (this.weakest.enumerate(post, updateOf, context, guard.items, leaf)) return;
      if (parts.length > 0 || cube.universals.length > 0 || evenIfUntouched) {
        this.weakest.untouched(post, context, guard.items, leaf);
      }
    };
    if (admitted.items.length === 0) return along(cube.literals);
    for (const conjunct of products(cube.literals, admitted.items, MAX_PRODUCT)) {
      const post = this.normal(conjunct);
      if (post !== null) along(post);
    }
  }
}

const NOTHING = { items: [], parts: [] };
