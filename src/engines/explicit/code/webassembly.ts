/** The door to WebAssembly, which not every host has: what kernels need of it, and nothing else. */

interface LinearMemory {
  readonly buffer: ArrayBuffer;
  /** By so many pages of 64 KiB. */
  grow(pages: number): number;
}

interface WebAssemblyDoor {
  readonly Memory: new (size: { initial: number; maximum: number }) => LinearMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly kernel: { readonly memory: LinearMemory } },
  ) => { readonly exports: object };
}

/** Null where there is none. */
export const WEB_ASSEMBLY: WebAssemblyDoor | null =
  (globalThis as unknown as { readonly WebAssembly?: WebAssemblyDoor }).WebAssembly ?? null;
