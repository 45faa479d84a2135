/** The features of a desk beside its newsroom. A new one is a folder under `src/` and a line here. */
import type { Feature } from '../feature/feature.ts';
import type { Kernel } from './kernel.ts';

type OpenFeature = (kernel: Kernel) => Feature;

const features: OpenFeature[] = [];

/** @returns what takes it away again, from desks that start later. */
// ts-unused-exports:disable-next-line
export function addFeature(open: OpenFeature): () => void {
  features.push(open);
  return () => void features.splice(features.indexOf(open), 1);
}

export function featuresOf(kernel: Kernel): Feature[] {
  return features.map((open) => open(kernel));
}
