import { useParams } from 'wouter';
import { LawList } from '../law-list.tsx';
import { LawScreen } from '../law-screen.tsx';
import { ArticleScreen } from './article-screen.tsx';

/** The laws of the school, one law, or one of its articles. One module: they share most of their code. */
export default function LawsScreen() {
  const { id, article } = useParams<{ id?: string; article?: string }>();
  if (id === undefined) return <LawList />;
  return article === undefined ? <LawScreen id={id} /> : <ArticleScreen id={id} article={article} />;
}
