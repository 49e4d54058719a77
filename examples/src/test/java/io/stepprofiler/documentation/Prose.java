package io.stepprofiler.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text that people read in a file of the repository: comments and string literals of sources, prose of documents. */
final class Prose {
    private static final Pattern SOURCE = Pattern.compile(".*/src/main/.*\\.(java|c|h|js|proto)|.*\\.proto");
    private static final Pattern DOCUMENT = Pattern.compile("[^/]+\\.md|(docs|examples|benchmarks)/.*\\.md");

    /** Comments and literals, in one alternation, so that none is looked for inside another. */
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\"(?<block>.*?)\"\"\"|\"(?<text>(?:\\\\.|[^\"\\\\\n])*)\"|`(?<template>[^`]*)`"
                    + "|'(?<other>(?:\\\\.|[^'\\\\\n])*)'|/\\*(?<comment>.*?)\\*/|//(?<line>[^\n]*)",
            Pattern.DOTALL);

    private static final Pattern JOINT = Pattern.compile("\\s*\\+?\\s*");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern PARAGRAPH_END = Pattern.compile("\n\\s*\n|\n(?=\\s*([-*#|]|\\d+\\.) ?)|\\|");

    private Prose() {}

    /** Whether a file, by its path from the root, has text to read. */
    static boolean isIn(Path file) {
        String path = file.toString().replace('\\', '/');
        return SOURCE.matcher(path).matches() || DOCUMENT.matcher(path).matches();
    }

    /** The texts of a file, each on one line and without markup. */
    static List<String> of(Path file) throws IOException {
        String text = Files.readString(file);
        return file.toString().endsWith(".md") ? ofDocument(text) : ofSource(text);
    }

    private static List<String> ofDocument(String document) {
        String prose = FENCED.matcher(document).replaceAll("\n\n");
        return PARAGRAPH_END
                .splitAsStream(prose)
                .map(paragraph -> paragraph.replaceAll("\\]\\([^)]*\\)|[\\[\\]`*_]", ""))
                .map(Prose::oneLine)
                .toList();
    }

    private static List<String> ofSource(String source) {
        List<String> texts = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(source);
        StringBuilder text = new StringBuilder();
        int end = 0;
        boolean wasComment = false;
        while (tokens.find()) {
            boolean isComment = tokens.group("comment") != null || tokens.group("line") != null;
            boolean goesOn = isComment == wasComment
                    && tokens.group("comment") == null
                    && JOINT.matcher(source.substring(end, tokens.start())).matches();
            if (!goesOn) {
                texts.add(oneLine(text.toString()));
                text.setLength(0);
            }
            text.append(
                    isComment ? withoutTags(body(tokens)) + "\n" : body(tokens).replaceAll("\\\\n", "\n\n"));
            end = tokens.end();
            wasComment = isComment && tokens.group("line") != null;
        }
        texts.add(oneLine(text.toString()));
        return texts;
    }

    private static String body(MatchResult token) {
        for (int group = 1; group <= token.groupCount(); group++) {
            if (token.group(group) != null) {
                return token.group(group);
            }
        }
        return "";
    }

    private static String withoutTags(String comment) {
        return comment.replaceAll("(?m)^\\s*\\*", " ")
                .replaceAll("<[^>]+>", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
                .replaceAll("@(param|throws) \\S+|@return|@see.*", ". ");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
