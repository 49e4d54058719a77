package com.acme;

/** Training without any code of the profiler. */
public final class Plain {
    private static double weight;

    private Plain() {}

    public static void main(String[] args) {
        for (int i = 0; i < 20; i++) {
            trainBatch(i);
        }
        System.out.println("trained to " + weight);
    }

    static void trainBatch(int i) {
        forward(i);
    }

    private static void forward(int i) {
        weight += i / 10.0;
    }
}
