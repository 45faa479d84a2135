/** `1 link`, `2 links` */
export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
