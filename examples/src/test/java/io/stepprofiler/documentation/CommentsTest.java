package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.ThrowsTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Comments of public elements are complete. The compiler does not check this, because it wants the parameters of a
 * record at its compact constructor again.
 */
@Tag("sources")
class CommentsTest {
    private static final Pattern CHECKED =
            Pattern.compile("(?!examples/|benchmarks/|tools/cli/|tools/fleet-spark/).*src/main/java/.*");

    /** Public to the other packages of core only. */
    private static final Pattern UNCHECKED = Pattern.compile("profiler-core/.*/stepprofiler/(recording|window)/.*");

    @Test
    void publicElements_haveCompleteComments() throws IOException {
        List<Path> sources = ProjectFiles.paths().stream()
                .filter(path -> CHECKED.matcher(path).matches()
                        && !UNCHECKED.matcher(path).matches())
                .filter(path -> path.endsWith(".java"))
                .map(ProjectFiles.ROOT::resolve)
                .toList();
        assertThat(sources).hasSizeGreaterThan(1000);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> missing = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new PublicElements(unit, trees, missing).scan(unit, null);
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Finds what the comments of one file lack. */
    private static final class PublicElements extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final DocTrees trees;
        private final List<String> missing;

        PublicElements(CompilationUnitTree unit, DocTrees trees, List<String> missing) {
            this.unit = unit;
            this.trees = trees;
            this.missing = missing;
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            if (!isPublic(tree.getModifiers())) {
                return null;
            }
            List<String> tags = ofTypes(tree.getTypeParameters());
            for (Tree member : tree.getMembers()) {
                boolean isOfRecord = tree.getKind() == Tree.Kind.RECORD && member instanceof VariableTree;
                if (isOfRecord
                        && !((VariableTree) member).getModifiers().getFlags().contains(Modifier.STATIC)) {
                    tags.add("@param " + ((VariableTree) member).getName());
                }
            }
            check(tree, tags);
            return super.visitClass(tree, null);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void none) {
            if (isPublic(tree.getModifiers())) {
                check(tree, List.of());
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void none) {
            boolean isOverriding =
                    tree.getModifiers().getAnnotations().toString().contains("@Override");
            if (isOverriding || !isPublic(tree.getModifiers()) || isCompact(tree)) {
                return null;
            }
            List<String> tags = ofTypes(tree.getTypeParameters());
            tree.getParameters().forEach(each -> tags.add("@param " + each.getName()));
            tree.getThrows().forEach(each -> tags.add("@throws " + each));
            if (tree.getReturnType() != null && !tree.getReturnType().toString().equals("void")) {
                tags.add("@return");
            }
            check(tree, tags);
            return null;
        }

        private void check(Tree tree, List<String> expected) {
            String place =
                    unit.getSourceFile().getName() + ":" + unit.getLineMap().getLineNumber(start(tree));
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment == null) {
                missing.add(place + ": no comment");
                return;
            }
            List<String> present = Stream.of(comment.getFirstSentence(), comment.getBlockTags())
                    .flatMap(List::stream)
                    .map(PublicElements::tag)
                    .toList();
            expected.stream()
                    .filter(each -> !present.contains(each))
                    .forEach(each -> missing.add(place + ": no " + each));
        }

        private static String tag(DocTree tree) {
            if (tree instanceof ParamTree parameter) {
                return "@param "
                        + (parameter.isTypeParameter() ? "<" + parameter.getName() + ">" : parameter.getName());
            }
            return tree instanceof ThrowsTree thrown
                    ? "@throws " + thrown.getExceptionName()
                    : "@" + tree.getKind().tagName;
        }

        private static List<String> ofTypes(List<? extends TypeParameterTree> parameters) {
            List<String> tags = new ArrayList<>();
            parameters.forEach(each -> tags.add("@param <" + each.getName() + ">"));
            return tags;
        }

        /** Members of an interface are public without the word. */
        private boolean isPublic(ModifiersTree modifiers) {
            Tree.Kind around = getCurrentPath().getParentPath().getLeaf().getKind();
            boolean isInInterface = around == Tree.Kind.INTERFACE || around == Tree.Kind.ANNOTATION_TYPE;
            return modifiers.getFlags().contains(Modifier.PUBLIC)
                    || (isInInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
        }

        /** The parameters of a compact constructor stand in front of it. */
        private boolean isCompact(MethodTree method) {
            return !method.getParameters().isEmpty()
                    && start(method.getParameters().get(0)) < start(method);
        }

        private long start(Tree tree) {
            return trees.getSourcePositions().getStartPosition(unit, tree);
        }
    }
}
