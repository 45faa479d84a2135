/** The features of a desk beside its newsroom. A new one is a folder under `src/` and a line here. */
import type { Feature } from '../feature/feature.ts';
import type { FeatureDeps } from './feature-deps.ts';
import type { Kernel } from './kernel.ts';
import { openNewsletter } from './newsletter.ts';

type OpenFeature = (kernel: Kernel, deps: FeatureDeps) => Feature;

const features: OpenFeature[] = [openNewsletter];

/** @returns what takes it away again, from desks that start later; the second time nothing. */
// ts-unused-exports:disable-next-line
export function addFeature(open: OpenFeature): () => void {
  features.push(open);
  return () => {
    const at = features.indexOf(open);
    if (at !== -1) features.splice(at, 1);
  };
}

export function featuresOf(kernel: Kernel, deps: FeatureDeps): Feature[] {
  return features.map((open) => open(kernel, deps));
}
