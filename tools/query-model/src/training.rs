//! Trains the model: the rows of a text's features add up to a vector, and a matrix turns that into a score for each class.
//!
//! Softmax cross-entropy, stochastic gradient descent in small batches with a rate for each row that falls with its
//! gradients. Every sum has a fixed order, so the same examples give the same model on every machine.

use crate::examples::Examples;
use crate::random::Random;
use std::time::Instant;

/// The length of a row.
pub const DIMENSIONS: usize = 64;
/// The binary logarithm of the number of rows.
pub const ROW_BITS: u32 = 18;
const BATCH: usize = 32;
const EPOCHS: usize = 1;
const RATE: f32 = 0.2;
/// The share of features that are left out of an example, so that no one feature decides alone.
const DROPOUT: f64 = 0.3;
/// Smaller errors of a class change nothing.
const MIN_ERROR: f32 = 1e-4;

pub type Row = [f32; DIMENSIONS];

/// A trained model.
pub struct Trained {
    pub rows: Vec<Row>,
    pub classes: Vec<Row>,
    pub biases: Vec<f32>,
}

/// The row of a feature.
pub fn row_of(feature: u32) -> u32 {
    feature & ((1 << ROW_BITS) - 1)
}

pub fn train(examples: &Examples, classes: usize) -> Trained {
    let mut random = Random::new(17);
    let rows = (0..1usize << ROW_BITS).map(|_| std::array::from_fn(|_| random_weight(&mut random)));
    let model = Trained { rows: rows.collect(), classes: vec![[0.0; DIMENSIONS]; classes], biases: vec![0.0; classes] };
    let mut training = Training {
        row_sums: vec![0.0; model.rows.len()],
        class_sums: vec![0.0; classes],
        bias_sums: vec![0.0; classes],
        model,
        errors: vec![[0.0; BATCH]; classes],
    };
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let steps = EPOCHS * order.len() / BATCH;
    let (start, mut step, mut loss) = (Instant::now(), 0usize, 0.0f64);
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for batch in order.chunks_exact(BATCH) {
            let rate = RATE * (1.0 - step as f32 / steps as f32).max(0.0);
            loss += f64::from(training.step(examples, batch, rate, &mut random));
            step += 1;
            if step.is_multiple_of(steps.div_ceil(10)) {
                let average = loss / (steps.div_ceil(10) * BATCH) as f64;
                eprintln!("{:.0} %, loss {average:.3}, {} s", 100.0 * step as f64 / steps as f64, start.elapsed().as_secs());
                loss = 0.0;
            }
        }
    }
    training.model
}

fn random_weight(random: &mut Random) -> f32 {
    (random.share() * 2.0 - 1.0) as f32 / DIMENSIONS as f32
}

struct Training {
    model: Trained,
    /// The sums of the squared gradients, which lower the rate of each row.
    row_sums: Vec<f32>,
    class_sums: Vec<f32>,
    bias_sums: Vec<f32>,
    /// By class, for each example of a batch.
    errors: Vec<[f32; BATCH]>,
}

impl Training {
    /// Trains on one batch. Returns its loss.
    fn step(&mut self, examples: &Examples, batch: &[u32], rate: f32, random: &mut Random) -> f32 {
        let mut kept: [Vec<u32>; BATCH] = Default::default();
        let mut scales = [0.0f32; BATCH];
        let mut vectors = [[0.0f32; BATCH]; DIMENSIONS];
        let mut by_example = [[0.0f32; DIMENSIONS]; BATCH];
        for (k, example) in batch.iter().enumerate() {
            let features = examples.features(*example as usize);
            kept[k].extend(features.iter().filter(|_| !random.chance(DROPOUT)));
            if kept[k].is_empty() {
                kept[k].extend(features.first());
            }
            for row in &kept[k] {
                add(&mut by_example[k], &self.model.rows[*row as usize], 1.0);
            }
            scales[k] = 1.0 / (kept[k].len().max(1) as f32).sqrt();
            for d in 0..DIMENSIONS {
                by_example[k][d] *= scales[k];
                vectors[d][k] = by_example[k][d];
            }
        }
        let loss = self.softmax(examples, batch, &vectors);
        let mut vector_gradients = [[0.0f32; DIMENSIONS]; BATCH];
        for (class, errors) in self.errors.iter().enumerate() {
            let mut gradient = [0.0; DIMENSIONS];
            let mut sum = 0.0;
            let weights = &mut self.model.classes[class];
            for k in 0..BATCH {
                if errors[k].abs() >= MIN_ERROR {
                    sum += errors[k];
                    add(&mut gradient, &by_example[k], errors[k]);
                    add(&mut vector_gradients[k], weights, errors[k]);
                }
            }
            if sum == 0.0 {
                continue;
            }
            self.class_sums[class] += square(&gradient);
            add(weights, &gradient, -rate / (self.class_sums[class].sqrt() + 1e-6));
            self.bias_sums[class] += sum * sum;
            self.model.biases[class] -= rate * 0.3 * sum / (self.bias_sums[class].sqrt() + 1e-6);
        }
        for k in 0..BATCH {
            let squared = square(&vector_gradients[k]) * scales[k] * scales[k];
            for row in &kept[k] {
                let row = *row as usize;
                self.row_sums[row] += squared;
                let factor = -rate * scales[k] / (self.row_sums[row].sqrt() + 1e-7);
                add(&mut self.model.rows[row], &vector_gradients[k], factor);
            }
        }
        loss
    }

    /// Sets the errors of a batch: the share of each class less what it should be. Returns the loss.
    fn softmax(&mut self, examples: &Examples, batch: &[u32], vectors: &[[f32; BATCH]; DIMENSIONS]) -> f32 {
        let mut highest = [f32::MIN; BATCH];
        for ((errors, weights), bias) in self.errors.iter_mut().zip(&self.model.classes).zip(&self.model.biases) {
            let mut scores = [*bias; BATCH];
            for (weight, vector) in weights.iter().zip(vectors) {
                for k in 0..BATCH {
                    scores[k] += weight * vector[k];
                }
            }
            for k in 0..BATCH {
                highest[k] = highest[k].max(scores[k]);
            }
            *errors = scores;
        }
        let mut sums = [0.0f32; BATCH];
        for errors in &mut self.errors {
            for k in 0..BATCH {
                errors[k] = exponential(errors[k] - highest[k]);
                sums[k] += errors[k];
            }
        }
        let factors = sums.map(|sum| 1.0 / sum);
        for errors in &mut self.errors {
            for k in 0..BATCH {
                errors[k] *= factors[k];
            }
        }
        let mut loss = 0.0;
        for (k, example) in batch.iter().enumerate() {
            let targets = examples.targets(*example as usize);
            for target in targets {
                let error = &mut self.errors[usize::from(*target)][k];
                loss -= (*error + 1e-9).ln() / targets.len() as f32;
                *error -= 1.0 / targets.len() as f32;
            }
        }
        loss
    }
}

fn add(sum: &mut Row, row: &Row, factor: f32) {
    for d in 0..DIMENSIONS {
        sum[d] += row[d] * factor;
    }
}

/// The mean of the squares of a row.
fn square(row: &Row) -> f32 {
    let mut sums = [0.0f32; 8];
    for piece in row.chunks_exact(8) {
        for n in 0..8 {
            sums[n] += piece[n] * piece[n];
        }
    }
    sums.iter().sum::<f32>() / DIMENSIONS as f32
}

/// e to the power of a number of at most 0, to six digits: the parts of many lanes can be computed at once, and are the same
/// on every machine.
fn exponential(x: f32) -> f32 {
    /// Adding it rounds a number to a whole one, in the last bits.
    const ROUNDING: f32 = 12_582_912.0;
    let power = x.max(-80.0) * std::f32::consts::LOG2_E;
    let rounded = power + ROUNDING;
    let rest = (power - (rounded - ROUNDING)) * std::f32::consts::LN_2;
    let series = 1.0
        + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest / 720.0)))));
    series * f32::from_bits(rounded.to_bits().wrapping_add(127) << 23)
}
