import * as React from "react";

type Props = { total: number; onPost: () => void };

export const Panel: React.FC<Props> = ({ total, onPost }) => {
  return (
    <section className="panel">
      <p>
        Total: {total}
      </p>
      <button onClick={onPost}>Post</button>
    </section>
  );
};

export function Empty() {
  return <p>Nothing yet.</p>;
}
