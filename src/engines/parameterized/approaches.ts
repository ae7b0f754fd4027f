/** The approach to a question. The engine hands it the cubes that come from it; what they look like is no matter there. */
import type { Literals } from '../../logic/literals.js';
import { hasBuffers } from '../../memory/models.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';
import type { Approach } from './approach.js';
import type { Cube } from './cube.js';
import { EventApproach } from './events/approach.js';
import { PlainApproach } from './plain/approach.js';
import type { Question } from './question.js';
import type { Naming } from './slots.js';
import { ViewApproach } from './views/approach.js';

export function approachOf(
  { memory, cubes, anyMoment = false }: Pick<Question, 'memory' | 'cubes' | 'anyMoment'>,
  form: NormalForm,
  literals: Literals,
  naming: Naming,
): Approach<Cube> {
  const approach = !hasBuffers(memory)
    ? new PlainApproach(form, literals, naming)
    : cubes === 'views'
      ? new ViewApproach(form, literals, naming, anyMoment)
      : new EventApproach(form, literals, naming, anyMoment);
  return approach as Approach<Cube>;
}
