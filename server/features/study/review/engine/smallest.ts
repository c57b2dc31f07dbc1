/** The `count` questions with the smallest keys, smallest first; ties by number. A heap, because `count` is small. */
export class Smallest {
  readonly #count: number;
  readonly #keys: number[] = [];
  readonly #questions: number[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  offer(question: number, key: number): void {
    if (this.#keys.length < this.#count) {
      this.#keys.push(key);
      this.#questions.push(question);
      this.#rise(this.#keys.length - 1);
    } else if (this.#count > 0 && key < (this.#keys[0] as number)) {
      this.#keys[0] = key;
      this.#questions[0] = question;
      this.#sink();
    }
  }

  sorted(): { question: number; key: number }[] {
    return this.#questions
      .map((question, at) => ({ question, key: this.#keys[at] as number }))
      .sort((a, b) => a.key - b.key || a.question - b.question);
  }

  #swap(a: number, b: number): void {
    const [key, question] = [this.#keys[a] as number, this.#questions[a] as number];
    this.#keys[a] = this.#keys[b] as number;
    this.#questions[a] = this.#questions[b] as number;
    this.#keys[b] = key;
    this.#questions[b] = question;
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if ((this.#keys[above] as number) >= (this.#keys[at] as number)) return;
      this.#swap(above, at);
      at = above;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let largest = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < this.#keys.length && (this.#keys[below] as number) > (this.#keys[largest] as number))
          largest = below;
      if (largest === at) return;
      this.#swap(at, largest);
      at = largest;
    }
  }
}
